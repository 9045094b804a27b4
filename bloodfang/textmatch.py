"""A match of two simple bots as text: the board after each move, and what happened in between."""

from __future__ import annotations

import time

from bloodfang.catalog import Catalog
from bloodfang.decks import Deck
from bloodfang.telling import named, named_board
from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import Action, BloodFang, Play, State
from bloodfang_engine.fang.drawing import draw
from bloodfang_engine.fang.events import Drew, MatchEnded, TurnBegan
from bloodfang_engine.fang.story import tell


def pairing(catalog: Catalog, seed: int, chosen: tuple[Deck, ...] = ()) -> tuple[Deck, ...]:
    """Two decks: the chosen ones, and one of the set's drawn by lot for who has not chosen; none if there is none."""
    others = [deck for deck in catalog.decks.values() if not deck.own and deck not in chosen]
    drawn, _ = Chance.stream(seed, 300).shuffled(others)
    return (*chosen, *drawn, *chosen)[:2]


def show_match(catalog: Catalog, decks: tuple[Deck, ...], seed: int, pause: float) -> None:
    """Play and print one match to its end; without two decks, of cards drawn by lot."""
    rules = BloodFang(catalog.cards)
    setup = rules.sample(seed)
    print("Blood Fang: A on the left, B on the right. More power in a lane scores it.")
    print("A tile shows its holder and pawns, a card its owner and power; * leads a lane.\n")
    if len(decks) == 2:
        setup = Setup(rules.name, (decks[0].cards, decks[1].cards), seed, cards=catalog.digest)
        for seat, deck in zip(Seat, decks, strict=True):
            print(f"{seat.letter} plays {deck.name}: {deck.plan}")
        print()
    state, _ = rules.start(setup)
    print(draw(rules.view(state, None)))
    while seats := rules.to_act(state):
        seat = seats[0]
        action = greedy(rules, state, seat)
        state, events = rules.apply(state, seat, action)
        told = [named(rules.redact(event, None), catalog.name_of) for event in events]
        turn = [event for event in told if isinstance(event, TurnBegan | Drew | MatchEnded)]
        for event in told:
            if event not in turn:
                print(tell(event))
        if isinstance(action, Play):
            print(draw(named_board(rules.view(state, None), catalog.name_of)))
        print()
        for event in turn:
            print(tell(event), flush=True)
        time.sleep(pause)


def greedy(rules: BloodFang, state: State, seat: Seat) -> Action:
    """The act with the best margin right after it, as far as this seat can know: it looks at an imagined state."""
    imagined = rules.imagine(rules.view(state, seat), seed=state.turn)

    def margin(action: Action) -> tuple[int, int]:
        after = rules.after(imagined, seat, action)
        score = rules.account(after).score
        ground = [sum(tile.pawns for tile in rules.view(after, seat).tiles if tile.holder is each) for each in Seat]
        return score[seat] - score[seat.rival], ground[seat] - ground[seat.rival]

    return max(rules.legal_actions(state, seat), key=margin)
