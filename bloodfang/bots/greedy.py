"""A bot that takes the most it can get with this act, and thinks no further."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.bots.level import STRIDE, Thinking, thought
from bloodfang.bots.opening import mulligan
from bloodfang.observing import Observation
from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, Play, State

Wish = tuple[int, int, int]
"""What an act is good for, the most important first: the result, the gain, and the card it does not cost."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """The best margin and ground right after its act; of equal ones, that with the card that is missed least."""

    seed: int
    overlooks: int = 0
    """So many of ten acts it does not see at all."""

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """The best of the legal acts, as far as this seat can know."""
        if known.view.mulligan:
            return mulligan(rules, known.view)
        return await thought(self._best(rules, known, legal))

    def _best(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Thinking[Action]:
        imagined = known.imagine(self.seed)
        seen = self._seen(known, legal)
        best, most = seen[0], None
        for number, act in enumerate(seen, 1):
            wish = _wish(rules, imagined, known.seat, act)
            if most is None or wish > most:
                best, most = act, wish
            if number % STRIDE == 0:
                yield STRIDE
        return best

    def _seen(self, known: Observation, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        """The acts it looks at: some, by lot, if it overlooks the others; never none."""
        if not self.overlooks:
            return legal
        mixed, _ = Chance.stream(self.seed, known.seat, known.view.turn).shuffled(legal)
        return mixed[: max(1, len(legal) * (10 - self.overlooks) // 10)]


def _wish(rules: BloodFang, imagined: State, seat: Seat, act: Action) -> Wish:
    after = rules.after(imagined, seat, act)
    score = rules.account(after).score
    margin = score[seat] - score[seat.rival]
    result = 0
    if not rules.to_act(after):
        result = 1 if margin > 0 else -1  # nor is a draw worth ending the match for
    # a pawn counts like a point: without it the bot fights for lanes and has nowhere to stand later
    ground = after.held[seat].bit_count() - after.held[seat.rival].bit_count()
    card = rules.cards[act.card] if isinstance(act, Play) else None
    return result, margin + ground, -(card.rank * 10 + card.power) if card else 0
