"""For whoever writes a ruleset: random matches, and a check that every law of the contract is kept."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import A, Event, Ruleset, S, Seat, Setup, Step, V
from bloodfang_engine.errors import BadNotation, BadSetup, IllegalAction, Reason, shorten
from bloodfang_engine.record import Record, read, recorded, replay, write

T = TypeVar("T")

GARBAGE = ("", " ", "?", "\n", "\x00", "\ud800", "\u202e", "no such act at all", "[[[", "9" * 5000, "x" * 100_000)
"""What means nothing in any notation."""

_VIEWERS = (Seat.FIRST, Seat.SECOND, None)


class BrokenLaw(AssertionError):
    """A ruleset does not keep the contract: where it was seen, and what was wrong."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where = where
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"


def random_playout(ruleset: Ruleset[S, A, V], setup: Setup, seed: int, most: int = 10_000) -> Record:
    """A match of random acts, the same for the same seed on every Python; without a result if it needs more acts."""
    luck = _Luck(seed)
    state = ruleset.start(setup).state
    acts: list[tuple[Seat, A]] = []
    while (seats := ruleset.to_act(state)) and len(acts) < most:
        seat = luck.one_of(seats)
        action = luck.one_of(ruleset.legal_actions(state, seat))
        state = ruleset.apply(state, seat, action).state
        acts.append((seat, action))
    return recorded(ruleset, setup, acts)


def check_ruleset(
    ruleset: Ruleset[S, A, V],
    matches: int = 200,
    *,
    seed: int = 0,
    most: int = 10_000,
    tries: int = 3,
    secrets: bool = True,
) -> None:
    """Play random matches from `sample` and look at every position; BrokenLaw for the first law that is not kept.

    A match must end within `most` acts. `tries` acts of each kind are tried in each position. Without `secrets` a seat
    may know all that the other knows. To see a failure again: `check_ruleset(ruleset, matches=1, seed=...)`.
    """
    check = _Check(ruleset, most, tries, secrets)
    try:
        check.garbage()
        check.setups(seed)
        for number in range(matches):
            check.match(seed + number)
        if secrets and matches:
            check.something_is_hidden()
    except BrokenLaw:
        raise
    except Exception as bug:
        raise BrokenLaw(check.where, f"the contract does not know {type(bug).__name__} here: {bug}") from bug


class _Luck:
    """Chance that remembers how far it has come."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance.stream(seed, 300)

    def below(self, limit: int) -> int:
        number, self.chance = self.chance.below(limit)
        return number

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[T], most: int) -> Sequence[T]:
        return things if len(things) <= most else [self.one_of(things) for _ in range(most)]


class _Check(Generic[S, A, V]):
    """One run of the check, and the place where it is."""

    def __init__(self, rules: Ruleset[S, A, V], most: int, tries: int, secrets: bool) -> None:
        self.rules = rules
        self.most = most
        self.tries = tries
        self.secrets = secrets
        self.luck = _Luck(0)
        self.where = "before the first match"
        self.pool: dict[str, A] = {}  # acts that were legal once, or can be read at least
        self.unknown: set[tuple[Seat | None, Seat]] = set()  # a viewer, and a seat whose view it cannot know

    def law(self, kept: bool, problem: str) -> None:
        if not kept:
            raise BrokenLaw(self.where, problem)

    # matches

    def garbage(self) -> None:
        for text in GARBAGE:
            try:
                action = self.rules.read(text)
            except BadNotation:
                continue
            self.law(False, f"read takes {shorten(text)!a} for {action!a} and should raise BadNotation")

    def setups(self, seed: int) -> None:
        setup = self.rules.sample(seed)
        self.law(setup.ruleset == self.rules.name, f"sample is for {setup.ruleset!r}, not for {self.rules.name!r}")
        self.law(setup == self.rules.sample(seed), "sample gives two setups for one seed")
        self.law(any(setup != self.rules.sample(seed + n) for n in range(1, 10)), "sample is the same for every seed")
        for what, wrong in (
            ("the name of another ruleset", replace(setup, ruleset="no-such-ruleset")),
            ("an unknown option", replace(setup, options={**setup.options, "no-such-option": True})),
            ("an unknown card", replace(setup, decks=(("no-such-card", *setup.decks[0][1:]), setup.decks[1]))),
        ):
            try:
                self.rules.start(wrong)
            except BadSetup:
                continue
            self.law(False, f"start takes a setup with {what} and should raise BadSetup")

    def match(self, seed: int) -> None:
        rules = self.rules
        self.luck = _Luck(seed)
        self.where = f"match of seed {seed}"
        setup = rules.sample(seed)
        step = rules.start(setup)
        twin = rules.start(setup)  # the same match, of which nothing but apply ever sees a state
        acts: list[tuple[Seat, A]] = []
        while True:
            self.where = f"match of seed {seed}, after {len(acts)} acts"
            self.law(step.state == twin.state, "the same setup and acts give another state")
            self.law(tuple(step.events) == tuple(twin.events), "the same setup and acts give other events")
            self.events(step)
            self.position(step.state, twin.state)
            seats = rules.to_act(step.state)
            if not seats:
                break
            self.law(len(acts) < self.most, "the match should be over by now")
            seat = self.luck.one_of(seats)
            action = self.luck.one_of(rules.legal_actions(step.state, seat))
            step, twin = rules.apply(step.state, seat, action), rules.apply(twin.state, seat, action)
            acts.append((seat, action))
        *_, last = replay(rules, read(write(recorded(rules, setup, acts))))
        self.law(last.state == step.state, "its record leads to another state when it is played again")

    # positions

    def events(self, step: Step[S]) -> None:
        for event in step.events:
            self.law(isinstance(event, Event), f"{event!r} is not an Event")
            for viewer in _VIEWERS:
                seen = self.rules.redact(event, viewer)
                self.law(isinstance(seen, Event), f"redact makes {seen!r} of {event!r}, which is not an Event")
                self.law(self.rules.redact(seen, viewer) == seen, f"redacting {event!r} twice is not like once")

    def position(self, state: S, twin: S) -> None:
        before = _packed(state)
        seats = self.rules.to_act(state)
        over = self.rules.outcome(state) is not None
        self.law(over == (not seats), f"to_act says {seats!r}, but the match {'is' if over else 'is not'} over")
        for seat in Seat:
            acts = self.legal(state, seat)
            self.law(state == twin, "asking what is legal changed the state")
            self.refused(state, seat, acts)
            self.law(state == twin, "a refused act changed the state")
            self.accepted(state, seat, acts)
            self.law(state == twin, "apply changed the state it was given")
        for viewer in _VIEWERS:
            self.hidden(state, viewer)
            for seat in seats if self.secrets else ():
                if seat is not viewer:
                    self.told(state, seat, viewer, together=len(seats) > 1)
        self.law(state == twin, "looking at the state changed it")
        self.law(_packed(state) == before, "something changed the state, where == does not look but pickle does")

    def legal(self, state: S, seat: Seat) -> dict[str, A]:
        """The legal acts by their notation."""
        acts = self.rules.legal_actions(state, seat)
        self.law(list(acts) == list(self.rules.legal_actions(state, seat)), "legal_actions is another when asked twice")
        if seat in self.rules.to_act(state):
            self.law(len(acts) > 0, f"{seat.letter} is to act and has no legal act")
        else:
            self.law(len(acts) == 0, f"{seat.letter} is not to act and has legal acts")
        found = {self.rules.write(action): action for action in acts}
        for text, action in found.items():
            self.law(self.rules.read(text) == action, f"{text!r} is written for {action!r} and read as another act")
            reason = self.rules.why_not(state, seat, action)
            self.law(reason is None, f"{seat.letter} has the legal act {text!r}, but why_not gives {reason!r}")
        self.law(len(found) == len(acts), f"legal_actions of {seat.letter} names an act twice")
        return found

    def accepted(self, state: S, seat: Seat, acts: dict[str, A]) -> None:
        for text in self.luck.some_of([*acts], self.tries):
            try:
                self.rules.apply(state, seat, acts[text])
            except IllegalAction as wrong:
                self.law(False, f"{seat.letter} has the legal act {text!r}, but apply refuses it: {wrong}")
            self.remember(text)

    def remember(self, text: str) -> None:
        """Keep an act to be tried at other times, and what looks like one."""
        spoilt = (text[:-1], text + text[-1:], text.upper(), f"{text} {text}", f"{text} {'9' * 5000}", f"{text}\x00")
        for each in (text, self.luck.one_of(spoilt)):
            try:
                action = self.rules.read(each)
            except BadNotation:
                continue
            again = self.rules.read(self.rules.write(action))
            self.law(
                again == action, f"{shorten(each)!a} is read as {action!a}, and that written and read as {again!a}"
            )
            self.pool[each] = action

    def refused(self, state: S, seat: Seat, acts: dict[str, A]) -> None:
        rivals = self.rules.legal_actions(state, seat.rival)
        for action in (*self.luck.some_of([*self.pool.values()], self.tries), *self.luck.some_of(rivals, 1)):
            text = self.rules.write(action)
            if text in acts:
                continue
            what = f"{text!a}, which is not a legal act of {seat.letter}"
            reason = self.rules.why_not(state, seat, action)
            self.law(isinstance(reason, Reason), f"why_not gives {reason!r} for {what}")
            try:
                self.rules.apply(state, seat, action)
            except IllegalAction as wrong:
                self.law(
                    wrong.reason == reason, f"apply refuses with {wrong.reason!r}, why_not with {reason!r}: {what}"
                )
                self.law(wrong.seat is seat, f"apply refuses {wrong.seat!r} {what}")
                continue
            self.law(False, f"apply takes {what}, and should raise IllegalAction")

    # secrets

    def hidden(self, state: S, viewer: Seat | None) -> None:
        rules = self.rules
        view = rules.view(state, viewer)
        self.law(view == rules.view(state, viewer), f"the view of {_name(viewer)} is another when asked twice")
        seed = self.luck.below(2**32)
        fancied = rules.imagine(view, seed)
        self.law(rules.imagine(view, seed) == fancied, "imagine gives two states for one view and seed")
        tells = f"{_name(viewer)} can tell an imagined state from the real one by"
        self.law(rules.view(fancied, viewer) == view, f"{tells} its view")
        self.law(rules.to_act(fancied) == rules.to_act(state), f"{tells} who is to act")
        self.law(rules.outcome(fancied) == rules.outcome(state), f"{tells} how it ended")
        here, self.where = self.where, f"{self.where}, as {_name(viewer)} imagines it"
        imagined = [self.legal(fancied, seat) for seat in Seat]
        self.where = here
        for seat in Seat:
            real, acts = rules.legal_actions(state, seat), imagined[seat]
            if seat is viewer:
                self.law(list(real) == [*acts.values()], f"{tells} its legal acts")
                for action in self.luck.some_of([*self.pool.values()], self.tries):
                    reasons = [rules.why_not(each, seat, action) for each in (state, fancied)]
                    self.law(reasons[0] == reasons[1], f"{tells} why_not of {action!a}")
            elif rules.view(fancied, seat) != rules.view(state, seat):
                self.unknown.add((viewer, seat))
            for action in self.luck.some_of([action for action in real if rules.write(action) in acts], 1):
                steps = [rules.apply(each, seat, action) for each in (state, fancied)]
                if self.secrets and rules.view(steps[0].state, viewer) == rules.view(steps[1].state, viewer):
                    news = [self.news(viewer, step) for step in steps]
                    self.law(news[0] == news[1], f"{tells} the events of {action!r}: redact lets a secret through")

    def told(self, state: S, seat: Seat, viewer: Seat | None, together: bool) -> None:
        """What is told of an act, and what is seen after it, keep the same secrets."""
        acts = self.rules.legal_actions(state, seat)
        steps = [
            self.rules.apply(state, seat, act) for act in (acts if together else self.luck.some_of(acts, self.tries))
        ]
        views = [self.rules.view(step.state, viewer) for step in steps]
        news = [self.news(viewer, step) for step in steps]
        for place in range(1, len(steps)):
            alike = news[place] != news[place - 1] or views[place] == views[place - 1]
            self.law(alike, f"two acts are told to {_name(viewer)} alike, but its view gives away which it was")
        # who chooses while the other chooses too does so in secret: something may be told of it, but not all
        secret = [each for view, each in zip(views, news, strict=True) if view == views[0]]
        if together and len(secret) > 2:
            known = all(each not in secret[:place] for place, each in enumerate(secret))
            self.law(not known, f"the events tell {_name(viewer)} what was chosen, which its view does not")

    def news(self, viewer: Seat | None, step: Step[S]) -> tuple[Event, ...]:
        return tuple(self.rules.redact(event, viewer) for event in step.events)

    def something_is_hidden(self) -> None:
        self.where = "all matches together"
        for viewer in _VIEWERS:
            for seat in Seat:
                known = seat is not viewer and (viewer, seat) not in self.unknown
                self.law(not known, f"the views of {_name(viewer)} always give away all that {seat.letter} knows")


def _name(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else viewer.letter


def _packed(state: object) -> bytes:
    """The state's bytes; none if it is of a kind that has none."""
    try:
        return pickle.dumps(state)
    except (pickle.PicklingError, TypeError, AttributeError):
        return b""
