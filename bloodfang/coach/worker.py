"""A process in which the coach thinks: `python -m bloodfang.coach.worker` reads questions and writes what it found."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress

from bloodfang.bots.level import through
from bloodfang.bots.loading import where
from bloodfang.bots.parcels import HEAD, unpacked
from bloodfang.bots.worker import limit, read
from bloodfang.coach.advice import advise
from bloodfang.coach.elsewhere import Broken, Consultation, Looking
from bloodfang.coach.review import review
from bloodfang_engine.fang import BloodFang, CardSet


def main() -> None:
    """Answer until there are no more questions."""
    with suppress(OSError):
        os.nice(5)  # whoever draws screens comes first
    sets: dict[str, CardSet] = {}
    while data := read(sys.stdin.buffer):
        question: Consultation | Looking = unpacked(data, sets.__getitem__)
        sets.setdefault(question.cards.digest, question.cards)
        limit(question.seconds)
        try:
            answer = pickle.dumps(_answer(question))
        except Exception as wrong:
            answer = pickle.dumps(Broken(where(wrong, said=False)))  # its words may tell a hand
        sys.stdout.buffer.write(HEAD.pack(len(answer)) + answer)
        sys.stdout.buffer.flush()


def _answer(question: Consultation | Looking) -> object:
    rules = BloodFang(question.cards)
    if isinstance(question, Consultation):
        return through(advise(rules, question.known, question.legal, question.budget))
    return through(review(rules, question.record, question.seat, question.budget))


if __name__ == "__main__":
    main()
