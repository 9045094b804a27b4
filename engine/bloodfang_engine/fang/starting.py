"""How a match begins: decks checked and shuffled, hands drawn, the board as it is at first."""

from __future__ import annotations

from collections import Counter

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat, Setup, Step
from bloodfang_engine.errors import BadSetup, listed, shown
from bloodfang_engine.fang import journal
from bloodfang_engine.fang.cards import CardSet, Tier
from bloodfang_engine.fang.ground import remember_ground
from bloodfang_engine.fang.journal import Telling
from bloodfang_engine.fang.options import Options
from bloodfang_engine.fang.state import BOTH_MULLIGAN, PLAYING, Log, Rare, State
from bloodfang_engine.fang.tables import Table, table_for
from bloodfang_engine.zones import draw

_MOST_SEED = 2**63 - 1


def start(cards: CardSet, setup: Setup) -> Step[State]:
    """Both decks shuffled, both hands drawn, both mulligans to come (R01-R05)."""
    if setup.ruleset != "fang":
        raise BadSetup(f"this setup is for the ruleset {shown(setup.ruleset)}, not for 'fang'")
    if setup.cards and setup.cards != cards.digest:
        raise BadSetup(f"this setup is for the card set {shown(setup.cards)}, but the cards here are {cards.digest}")
    if not isinstance(setup.seed, int) or isinstance(setup.seed, bool) or not 0 <= setup.seed <= _MOST_SEED:
        raise BadSetup(f"a seed is a whole number from 0 to {_MOST_SEED}, not {shown(setup.seed)}")
    options = Options.of(setup.options)
    if len(setup.decks) != 2:
        raise BadSetup(f"a match needs two decks, not {len(setup.decks)}")
    for seat in Seat:
        if problem := deck_problem(cards, options, setup.decks[seat]):
            raise BadSetup(f"deck of {seat.letter}: {problem}")
    table = table_for(cards, options)
    s = opening(table)
    s.phase = BOTH_MULLIGAN
    codes = [tuple(table.codes[card] for card in deck) for deck in setup.decks]
    s.rare.lists = (codes[0], codes[1])
    piles = [Chance.stream(setup.seed, seat).shuffled(codes[seat]) for seat in Seat]
    drawn = [draw((), pile, options.hand_size) for pile, _ in piles]
    s.rare.luck = (piles[0][1].state, piles[1][1].state)
    lot = Chance.stream(setup.seed, 2).below(2)[0]
    s.mover = {"first": 0, "second": 1, "drawn": lot}[options.first_player]
    s.hands, s.decks = (drawn[0][0], drawn[1][0]), (drawn[0][1], drawn[1][1])
    log: Log = [(journal.DREW, seat, code) for seat in (0, 1) for code in s.hands[seat]]
    return Step(s, Telling(s, s, log))


def deck_problem(cards: CardSet, options: Options, deck: tuple[str, ...]) -> str | None:
    """What is wrong with a deck under these options, in a sentence; None if it is legal (R03)."""
    if unknown := sorted({shown(card) for card in deck if not isinstance(card, str) or card not in cards}):
        return f"no card is called {listed(unknown)}"
    if len(deck) != options.deck_size:
        return f"a deck has {options.deck_size} cards, this one has {len(deck)}"
    for card, count in Counter(deck).items():
        most = options.max_copies[cards[card].tier is Tier.LEGENDARY]
        if cards[card].token:
            return f"{card} is a token, and tokens are made in play"
        if count > most:
            return f"{card} is in it {count} times, and {most} is the most for a {cards[card].tier} card"
        if cards[card].replaces and not options.replacement:
            return f"{card} is a replacement, and this match is played without"
    return None


def sample(cards: CardSet, seed: int) -> Setup:
    """A setup with two random decks; a set too small for whole decks gets smaller ones."""
    options = Options.of()
    decks = []
    pool = tuple(card.id for card in cards.collectible)
    for seat in Seat:
        shuffled, _ = Chance.stream(seed, 200 + seat).shuffled(pool)
        decks.append(shuffled[: options.deck_size])
    smaller = {} if len(pool) >= options.deck_size else {"deck_size": len(pool)}
    return Setup("fang", (decks[0], decks[1]), seed, smaller, cards.digest)


def opening(table: Table) -> State:
    """The board before anything has happened: each seat holds its outer column, one pawn on each tile (R01, R79)."""
    grid = table.grid
    s = State()
    s.table = table
    s.plans = [None] * table.size
    s.ids = [0] * table.size
    s.plain = [0] * table.size
    s.flags = [0] * table.size
    s.aura = [0] * (2 * table.size)
    s.held = (grid.column(0), grid.column(grid.columns - 1))
    s.taken = (0, 0)
    s.free = table.full
    s.roles = s.reach = 0
    s.rare = Rare.none()
    s.hands = ((), ())
    s.draws = ()
    s.copies = 0 if table.one_of_each else 3
    s.turn = 1
    s.mover = s.passes = 0
    s.phase = PLAYING
    s.next_id = 1
    remember_ground(s)
    return s
