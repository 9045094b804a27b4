"""The command `bloodfang`: for now, a text match of two simple bots on the practice set."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

import bloodfang
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, Play, State
from bloodfang_engine.fang.drawing import draw
from bloodfang_engine.fang.events import Drew, MatchEnded, TurnBegan
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.story import tell

EXAMPLES = """examples:
  bloodfang                a match of two bots, the board after each move
  bloodfang --seed 7       the same match each time
  bloodfang --pause 1      a second between moves, to watch it
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and show one match; 0 when it is over."""
    asked = _parser().parse_args(arguments)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(2**31)
    try:
        _show_match(seed, asked.pause)
    except BrokenPipeError:
        sys.stderr.close()  # whoever watched has left
    except KeyboardInterrupt:
        print("\nThe match is left unfinished.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bloodfang", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=_seed, help="the match's luck: the same seed gives the same match")
    parser.add_argument(
        "--pause", type=_pause, default=0.0, metavar="SECONDS", help="how long to wait after each move (0)"
    )
    parser.add_argument("--version", action="version", version=f"bloodfang {bloodfang.__version__}")
    return parser


def _show_match(seed: int, pause: float) -> None:
    rules = BloodFang(practice_set())
    state, _ = rules.start(rules.sample(seed))
    print("Blood Fang: A on the left, B on the right. More power in a lane scores it.")
    print("A tile shows its holder and pawns, a card its owner and power; * leads a lane.\n")
    print(draw(rules.view(state, None)))
    while seats := rules.to_act(state):
        seat = seats[0]
        action = greedy(rules, state, seat)
        state, events = rules.apply(state, seat, action)
        told = [rules.redact(event, None) for event in events]
        turn = [event for event in told if isinstance(event, TurnBegan | Drew | MatchEnded)]
        for event in told:
            if event not in turn:
                print(tell(event))
        if isinstance(action, Play):
            print(draw(rules.view(state, None)))
        print()
        for event in turn:
            print(tell(event), flush=True)
        time.sleep(pause)
    print(f"\nTo see it again: bloodfang --seed {seed}")


def greedy(rules: BloodFang, state: State, seat: Seat) -> Action:
    """The act with the best margin right after it, as far as this seat can know: it looks at an imagined state."""
    imagined = rules.imagine(rules.view(state, seat), seed=state.turn)

    def margin(action: Action) -> tuple[int, int]:
        after = rules.after(imagined, seat, action)
        score = rules.account(after).score
        ground = [sum(tile.pawns for tile in rules.view(after, seat).tiles if tile.holder is each) for each in Seat]
        return score[seat] - score[seat.rival], ground[seat] - ground[seat.rival]

    return max(rules.legal_actions(state, seat), key=margin)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 9223372036854775807")
    return int(text)


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError("a pause is a number of seconds from 0 to 60")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
