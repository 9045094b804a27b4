"""What a seat may know: views, redacted events, and imagined states that fit a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Event, Outcome, Seat
from bloodfang_engine.fang.events import CardAdded, Drew, Mulliganed
from bloodfang_engine.fang.ground import pawns_at
from bloodfang_engine.fang.outcomes import outcome, to_act
from bloodfang_engine.fang.plans import FLAG_LOWERED, FLAG_RAISED
from bloodfang_engine.fang.powers import current, eaten_by, standing
from bloodfang_engine.fang.scoring import Account, account
from bloodfang_engine.fang.state import State, copies, put

HIDDEN = -1
"""Stands for a card that the viewer may not see."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card on the board."""

    number: int
    """Its own; a higher one is younger."""
    card: str
    owner: Seat
    power: int
    printed: int
    state: str
    """`raised`, `lowered` or `plain` (R46)."""
    bonus: int
    """Lasting changes, all together."""
    origin: str
    """`deck`, `hand_token` or `spawn` (R77)."""
    maker: str | None
    """The card that made it, if it is a token."""
    replaced_power: int
    once: tuple[str, ...]
    """The first times that are over: `raised`, `lowered` (R44)."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of the board, with what stands on it."""

    name: str
    row: int
    column: int
    holder: Seat | None
    pawns: int
    piece: Piece | None
    aura: tuple[int, int]
    """What fixed auras add to a card of either seat that stands here (R26)."""


@dataclass(frozen=True, slots=True)
class View:
    """A match as one seat, or a spectator, may know it. Seats and tiles are as they are: nothing is mirrored."""

    viewer: Seat | None
    turn: int
    to_act: tuple[Seat, ...]
    mulligan: bool
    """The mulligans are not over yet."""
    passes: int
    tiles: tuple[Tile, ...]
    hand: tuple[str, ...] | None
    """The viewer's own; None for a spectator."""
    deck: tuple[str, ...] | None
    """What is left in the viewer's own deck, sorted: the order is nobody's to know."""
    hand_counts: tuple[int, int]
    deck_counts: tuple[int, int]
    seen: tuple[tuple[str, ...], tuple[str, ...]]
    """By seat: the cards of its deck that have been played, sorted."""
    account: Account
    """The score as if the match ended now."""
    outcome: Outcome | None
    board: State = field(repr=False)
    """The same in the engine's own form, with all secrets blank: for `imagine`."""

    def tile(self, name: str) -> Tile:
        """The tile with this name; KeyError if the board has none."""
        for tile in self.tiles:
            if tile.name == name:
                return tile
        raise KeyError(name)


def view(s: State, viewer: Seat | None) -> View:
    """What the viewer may know; None is a spectator."""
    table = s.table
    blank = blanked(s, viewer)
    names = [[table.card_id(code) for code in seen(s, seat)] for seat in Seat]
    return View(
        viewer=viewer,
        turn=s.turn,
        to_act=to_act(s),
        mulligan=0 < s.phase < 4,
        passes=s.passes,
        tiles=tiles(s),
        hand=None if viewer is None else tuple(table.card_id(code) for code in s.hands[viewer]),
        deck=None if viewer is None else tuple(sorted(table.card_id(code) for code in s.decks[viewer])),
        hand_counts=(len(s.hands[0]), len(s.hands[1])),
        deck_counts=(len(s.decks[0]), len(s.decks[1])),
        seen=(tuple(sorted(names[0])), tuple(sorted(names[1]))),
        account=account(s),
        outcome=outcome(s),
        board=blank,
    )


def tiles(s: State) -> tuple[Tile, ...]:
    """The board in readable form."""
    table = s.table
    _, raised, lowered = standing(s)
    power = current(s)
    found = []
    for tile, name in enumerate(table.names):
        holder, pawns = pawns_at(s, tile)
        row, column = table.grid.place(tile)
        aura = (s.aura[tile], s.aura[table.size + tile])
        piece = _piece(s, tile, power[tile], raised, lowered) if s.plans[tile] else None
        found.append(Tile(name, row, column, Seat(holder) if holder >= 0 else None, pawns, piece, aura))
    return tuple(found)


def _piece(s: State, tile: int, power: int, raised: int, lowered: int) -> Piece:
    plan, number = s.plans[tile], s.ids[tile]
    assert plan is not None
    made = s.rare.lore[number][1] if number in s.rare.lore else 0
    eaten = eaten_by(s, number)
    return Piece(
        number=number,
        card=plan.card.id,
        owner=Seat(plan.seat),
        power=power,
        printed=plan.power,
        state="raised" if raised >> tile & 1 else "lowered" if lowered >> tile & 1 else "plain",
        bonus=lasting(s, tile),
        origin="deck" if not made else "hand_token" if made > 0 else "spawn",
        maker=s.table.deck[abs(made) - 1].id if made else None,
        replaced_power=eaten,
        once=tuple(word for word, flag in (("raised", FLAG_RAISED), ("lowered", FLAG_LOWERED)) if s.flags[tile] & flag),
    )


def lasting(s: State, tile: int) -> int:
    """The lasting changes of the card there, all together."""
    plan = s.plans[tile]
    assert plan is not None
    fixed = plan.power + plan.self_change + plan.self_eats * eaten_by(s, s.ids[tile]) + s.aura[plan.slot]
    return s.plain[tile] - fixed


def seen(s: State, seat: Seat) -> list[int]:
    """The cards of a seat's deck that have left deck and hand, sorted."""
    left = Counter(s.rare.lists[seat])
    left.subtract(code for code in (*s.hands[seat], *s.decks[seat]) if 0 <= code < s.table.count)
    return sorted(left.elements())


def blanked(s: State, viewer: Seat | None) -> State:
    """The state without what the viewer may not know: luck, the order of decks, the rival's cards."""
    blank = s.copy()
    blank.rare = s.rare.but()
    blank.rare.luck = (0, 0)
    lists = [tuple(seen(s, seat)) for seat in Seat]
    for seat in Seat:
        if seat is viewer:
            lists[seat] = tuple(sorted(s.rare.lists[seat]))
            blank.decks = put(blank.decks, seat, tuple(sorted(s.decks[seat])))
        else:
            blank.hands = put(blank.hands, seat, (HIDDEN,) * len(s.hands[seat]))
            blank.decks = put(blank.decks, seat, (HIDDEN,) * len(s.decks[seat]))
    blank.rare.lists = (lists[0], lists[1])
    blank.copies = 3  # whose hand holds what is nobody's to know
    return blank


def redact(event: Event, viewer: Seat | None) -> Event:
    """The event without cards that only their owner may see."""
    match event:
        case Drew(seat=seat) | CardAdded(seat=seat) if seat is not viewer:
            return replace(event, card=None)
        case Mulliganed(seat=seat) if seat is not viewer:
            return replace(event, returned=None, drawn=None)
        case _:
            return event


def imagine(
    view: View, seed: int, given: Sequence[tuple[str, str]] = (), deck_list: Sequence[str] | None = None
) -> State:
    """A whole state that the viewer cannot tell from the real one: unseen cards are drawn from the set.

    Who has watched the match may know more than the view says: the tokens `given` to the rival's hand, each with the
    card that made it, and the `deck_list` that the rival's unseen cards come from. What of it cannot be is ignored.
    """
    s = view.board.copy()
    lists = list(s.rare.lists)
    chances = [Chance.stream(seed, 100 + seat) for seat in Seat]
    for seat in Seat:
        if seat is view.viewer:
            deck, chances[seat] = chances[seat].shuffled(s.decks[seat])
            s.decks = put(s.decks, seat, deck)
            continue
        table = s.table
        tokens = tuple(table.token(table.codes[card], table.codes[maker]) for card, maker in given)
        hidden = max(0, len(s.hands[seat]) - len(tokens))
        cards, chances[seat] = _unseen(s, seat, hidden + len(s.decks[seat]), chances[seat], deck_list)
        s.hands = put(s.hands, seat, (cards[:hidden] + tokens)[: len(s.hands[seat])])
        s.decks = put(s.decks, seat, cards[hidden:])
        lists[seat] = lists[seat] + cards
    s.rare = s.rare.but()
    s.rare.lists = (lists[0], lists[1])
    s.rare.luck = (chances[0].state, chances[1].state)
    s.copies = copies(s.table, s.hands)
    return s


def _unseen(
    s: State, seat: Seat, wanted: int, chance: Chance, deck_list: Sequence[str] | None
) -> tuple[tuple[int, ...], Chance]:
    """Cards this seat may still have: of its list, else of the set, no more copies than a deck may hold."""
    out = Counter(s.rare.lists[seat])
    listed: tuple[int, ...] = ()
    if deck_list is not None:
        listed, chance = chance.shuffled(sorted((Counter(s.table.codes[card] for card in deck_list) - out).elements()))
    if len(listed) >= wanted:
        return listed[:wanted], chance
    table = s.table
    most = dict(zip(("standard", "legendary"), table.options.max_copies, strict=True))
    out += Counter(listed)
    legal = [
        code
        for code, card in enumerate(table.deck)
        if not card.token and (table.replacement or not card.replaces) and most[card.tier]
    ]
    pool = [code for code in legal for _ in range(most[table.deck[code].tier] - out[code])]
    cards, chance = chance.shuffled(pool)
    cards = listed + cards
    anything = legal or range(table.count)
    while len(cards) < wanted:
        more, chance = chance.shuffled(anything)
        cards += more
    return cards[:wanted], chance
