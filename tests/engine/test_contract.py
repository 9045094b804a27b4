"""Every ruleset keeps the contract, and one that breaks any law of it is found out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import count

import pytest

from bloodfang_engine.contract import Event, OptionValue, Outcome, Ruleset, Seat, Setup, Step
from bloodfang_engine.errors import BadNotation, IllegalAction
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.record import replay
from bloodfang_engine.registry import AnyRuleset
from bloodfang_engine.testing import GARBAGE, BrokenLaw, check_ruleset, random_playout
from toys import PRICE, Act, Ambush, AmbushRules, No, Raid, RaidRules, Told


class FangUnder(BloodFang):
    """Blood Fang whose samples have these options."""

    def __init__(self, **options: OptionValue) -> None:
        super().__init__(practice_set())
        self.options = options

    def __str__(self) -> str:
        return "-".join(str(value) for value in self.options.values()) or "as it is"

    def sample(self, seed: int) -> Setup:
        setup = super().sample(seed)
        return replace(setup, options={**setup.options, **self.options})


FANGS = [
    FangUnder(),
    FangUnder(profile="reference"),
    FangUnder(profile="classic"),
    FangUnder(rows=3, columns=7, first_player="drawn"),
    FangUnder(rows=5, columns=4, max_rank=4, hand_size=3, capture="convert_plus", destroyed_tile="destroyer"),
]


@pytest.mark.parametrize("rules", [AmbushRules(), RaidRules()], ids=lambda rules: rules.name)
def test_a_toy_keeps_the_contract(rules: AnyRuleset) -> None:
    check_ruleset(rules, matches=40)


@pytest.mark.parametrize("rules", FANGS, ids=str)
def test_blood_fang_keeps_the_contract(rules: FangUnder) -> None:
    check_ruleset(rules, matches=6)


@pytest.mark.soak
@pytest.mark.parametrize("rules", FANGS, ids=str)
def test_blood_fang_keeps_the_contract_for_long(rules: FangUnder) -> None:
    check_ruleset(rules, matches=500, seed=1000, tries=10)


def test_the_rulesets_fit_the_contract_for_the_type_checker_too() -> None:
    ambush: Ruleset[Ambush, Act, Ambush] = AmbushRules()
    raid: Ruleset[Raid, Act, Raid] = RaidRules()
    fang: AnyRuleset = BloodFang(practice_set())
    assert {ambush.name, raid.name, fang.name} == {"ambush", "raid", "fang"}


# the toys do what they are there for


def test_both_seats_choose_at_once_and_neither_sees_the_others_choice() -> None:
    rules = AmbushRules()
    opening = rules.start(rules.sample(1)).state
    assert rules.to_act(opening) == (Seat.FIRST, Seat.SECOND)
    after = [rules.apply(opening, Seat.SECOND, act).state for act in rules.legal_actions(opening, Seat.SECOND)]
    assert len({rules.view(state, Seat.FIRST) for state in after}) == 1
    assert len({rules.view(state, Seat.SECOND) for state in after}) == len(after) > 1


def test_an_ambush_is_best_of_three() -> None:
    ends = {
        len(list(replay(AmbushRules(), random_playout(AmbushRules(), AmbushRules().sample(n), n)))) for n in range(50)
    }
    assert ends == {5, 7}  # the opening, and four acts where two rounds do, else six


def test_a_chain_resolves_last_in_first_out() -> None:
    rules = RaidRules()
    state = Raid(hands=(("bite", "ward"), ("ward", "feast")), decks=((), ()))
    state = rules.apply(state, Seat.FIRST, Act("play", "bite")).state
    assert rules.to_act(state) == (Seat.SECOND,)
    answered = rules.apply(state, Seat.SECOND, Act("answer", "ward")).state
    assert rules.to_act(answered) == (Seat.FIRST,)
    warded = rules.apply(answered, Seat.FIRST, Act("let")).state
    answered_back = rules.apply(answered, Seat.FIRST, Act("answer", "ward")).state
    bitten = rules.apply(answered_back, Seat.SECOND, Act("let")).state
    assert (warded.health, bitten.health) == ((5, 5), (5, 4))
    assert rules.to_act(warded) == rules.to_act(bitten) == (Seat.FIRST,)


# random matches


def test_a_random_match_is_the_same_for_the_same_seed() -> None:
    rules = RaidRules()
    assert random_playout(rules, rules.sample(5), 3) == random_playout(rules, rules.sample(5), 3)
    assert random_playout(rules, rules.sample(5), 3) != random_playout(rules, rules.sample(5), 4)


def test_a_random_match_can_be_broken_off() -> None:
    record = random_playout(RaidRules(), RaidRules().sample(5), 3, most=4)
    assert (len(record.acts), record.result) == (4, None)


def test_a_check_of_no_matches_still_looks_at_notation_and_setups() -> None:
    check_ruleset(RaidRules(), matches=0)
    with pytest.raises(BrokenLaw):
        check_ruleset(ReadsAnything(), matches=0)


# broken rulesets, each law once


class EndlessRaid(RaidRules):
    def outcome(self, state: Raid) -> Outcome | None:
        return None


class AsksAfterTheEnd(RaidRules):
    def to_act(self, state: Raid) -> tuple[Seat, ...]:
        return super().to_act(state) or (Seat.FIRST,)


class AsksNobody(RaidRules):
    def to_act(self, state: Raid) -> tuple[Seat, ...]:
        return ()


class LetsEverybodyAct(AmbushRules):
    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        return [Act("choose", card) for card in dict.fromkeys(state.hands[seat])]


class LeavesNoAct(AmbushRules):
    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        return []


class ChangesItsMind(AmbushRules):
    turns = count()

    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        return super().legal_actions(state, seat)[:: (-1) ** next(self.turns)]


class NamesActsTwice(AmbushRules):
    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        return [act for act in super().legal_actions(state, seat) for _ in range(2)]


class DeniesWhatIsLegal(AmbushRules):
    def why_not(self, state: Ambush, seat: Seat, action: Act) -> No | None:
        return super().why_not(state, seat, action) or No.NOT_NOW


class RefusesWhatIsLegal(AmbushRules):
    def apply(self, state: Ambush, seat: Seat, action: Act) -> Step[Ambush]:
        raise IllegalAction(self.why_not(state, seat, action) or No.NOT_NOW, seat, self.write(action))


class FindsNothingWrong(AmbushRules):
    def why_not(self, state: Ambush, seat: Seat, action: Act) -> No | None:
        return None


class KeepsAnActBack(RaidRules):
    def legal_actions(self, state: Raid, seat: Seat) -> Sequence[Act]:
        acts = super().legal_actions(state, seat)
        return [act for act in acts if act.card != "bite"] if len(state.shown[0]) > 1 else acts


class TakesAnything(RaidRules):
    def apply(self, state: Raid, seat: Seat, action: Act) -> Step[Raid]:
        return Step(state, []) if self.why_not(state, seat, action) else super().apply(state, seat, action)


class RefusesForAnotherReason(RaidRules):
    def apply(self, state: Raid, seat: Seat, action: Act) -> Step[Raid]:
        if self.why_not(state, seat, action):
            raise IllegalAction(No.TOO_DEAR, seat, self.write(action))
        return super().apply(state, seat, action)


class BlamesTheOther(RaidRules):
    def apply(self, state: Raid, seat: Seat, action: Act) -> Step[Raid]:
        if reason := self.why_not(state, seat, action):
            raise IllegalAction(reason, seat.rival, self.write(action))
        return super().apply(state, seat, action)


class TripsOverIllegalActs(RaidRules):
    def apply(self, state: Raid, seat: Seat, action: Act) -> Step[Raid]:
        if self.why_not(state, seat, action):
            raise KeyError(action.card)
        return super().apply(state, seat, action)


def scribble(state: Ambush | Raid) -> None:
    """What must never happen: somebody sorts a hand."""
    object.__setattr__(state, "hands", (state.hands[0], tuple(sorted(state.hands[1]))))


class ScribblesWhenAsked(AmbushRules):
    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        if seat is Seat.FIRST:
            scribble(state)
        return super().legal_actions(state, seat)


class ScribblesWhenActing(AmbushRules):
    def apply(self, state: Ambush, seat: Seat, action: Act) -> Step[Ambush]:
        step = super().apply(state, seat, action)
        scribble(state)
        return step


class ScribblesWhenRefusing(AmbushRules):
    def apply(self, state: Ambush, seat: Seat, action: Act) -> Step[Ambush]:
        try:
            return super().apply(state, seat, action)
        except IllegalAction:
            scribble(state)
            raise


class ScribblesWhenLooking(AmbushRules):
    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        if viewer is None:
            scribble(state)
        return super().view(state, viewer)


@dataclass(frozen=True, slots=True)
class NotedAmbush(Ambush):
    notes: list[str] = field(default_factory=list, compare=False)


class NotesInTheMargin(AmbushRules):
    def start(self, setup: Setup) -> Step[Ambush]:
        step = super().start(setup)
        return Step(NotedAmbush(**asdict(step.state)), step.events)

    def to_act(self, state: Ambush) -> tuple[Seat, ...]:
        if isinstance(state, NotedAmbush):
            state.notes.append("asked")
        return super().to_act(state)


class ReadsAnotherCard(AmbushRules):
    def read(self, text: str) -> Act:
        return replace(super().read(text), card="moth")


class ReadsWhatItCannotWrite(RaidRules):
    def read(self, text: str) -> Act:
        action = super().read(text)
        return (
            replace(action, card=action.card[:-1])
            if action.card not in ("feast", "bite", "maul", "ward", "")
            else action
        )


class ReadsAnything(AmbushRules):
    def read(self, text: str) -> Act:
        return Act("choose", text.removeprefix("choose "))


class TripsOverGarbage(AmbushRules):
    def read(self, text: str) -> Act:
        verb, card = text.split()
        return Act(verb, card)


@dataclass(frozen=True, slots=True)
class LoudAct(Act):
    loud: bool = field(default=False, compare=False)


class ActsOnWhatIsNotWritten(AmbushRules):
    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        return [LoudAct(act.verb, act.card, loud=True) for act in super().legal_actions(state, seat)]

    def apply(self, state: Ambush, seat: Seat, action: Act) -> Step[Ambush]:
        step = super().apply(state, seat, action)
        quiet = isinstance(action, LoudAct) and not action.loud
        first, second = step.state.shown
        return Step(replace(step.state, shown=(tuple(sorted(first)), second)), step.events) if quiet else step

    def read(self, text: str) -> Act:
        action = super().read(text)
        return LoudAct(action.verb, action.card)


class CannotBeRecorded(AmbushRules):
    def write(self, action: Act) -> str:
        return f"choose\t{action.card}"


class ShufflesAgain(AmbushRules):
    turns = count()

    def start(self, setup: Setup) -> Step[Ambush]:
        return super().start(replace(setup, seed=next(self.turns)))


class TellsItDifferently(RaidRules):
    turns = count()

    def start(self, setup: Setup) -> Step[Raid]:
        step = super().start(setup)
        return Step(step.state, step.events[:: (-1) ** next(self.turns)])


class TellsMoreEachTime(RaidRules):
    def redact(self, event: Event, viewer: Seat | None) -> Event:
        seen = super().redact(event, viewer)
        return replace(seen, what=f"{seen.what}!") if isinstance(seen, Told) else seen


class TellsInPlainWords(RaidRules):
    def start(self, setup: Setup) -> Step[Raid]:
        return Step(super().start(setup).state, ["the match began"])  # type: ignore[list-item]


class RedactsToNothing(RaidRules):
    def redact(self, event: Event, viewer: Seat | None) -> Event:
        return super().redact(event, viewer) if viewer is not None else None  # type: ignore[return-value]


class SeesDifferently(AmbushRules):
    turns = count()

    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        return replace(super().view(state, viewer), wins=(next(self.turns), 0))


class DreamsDifferently(AmbushRules):
    turns = count()

    def imagine(self, view: Ambush, seed: int) -> Ambush:
        return super().imagine(view, next(self.turns))


class ShowsTheDeck(AmbushRules):
    """The order of a deck is in no view: an imagined one has another."""

    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        return replace(super().view(state, viewer), decks=state.decks)


class ForgetsWhoChose(AmbushRules):
    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        return replace(super().view(state, viewer), chosen=("", ""))


class ForgetsTheScore(AmbushRules):
    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        seen = super().view(state, viewer)
        return replace(seen, wins=(2, 0)) if max(seen.wins) == 2 else seen


class CannotPlayItsDreams(RaidRules):
    """An imagined hand may be any hand: whoever is to act has something to do with it."""

    def legal_actions(self, state: Raid, seat: Seat) -> Sequence[Act]:
        return [] if state.hands[seat][:1] == ("dream",) else super().legal_actions(state, seat)

    def imagine(self, view: Raid, seed: int) -> Raid:
        state = super().imagine(view, seed)
        first, second = state.hands
        return replace(state, hands=(first, ("dream", *second[1:]))) if view.viewer is Seat.FIRST and second else state


class ForgetsTheOwnHand(RaidRules):
    def view(self, state: Raid, viewer: Seat | None) -> Raid:
        return replace(super().view(state, None), viewer=viewer)

    def imagine(self, view: Raid, seed: int) -> Raid:
        return super().imagine(replace(view, viewer=None), seed)


class RefusesByTheRivalsHand(RaidRules):
    def why_not(self, state: Raid, seat: Seat, action: Act) -> No | None:
        reason = super().why_not(state, seat, action)
        return No.TOO_DEAR if reason and "ward" in state.hands[seat.rival] else reason


class ShowsEverything(RaidRules):
    def view(self, state: Raid, viewer: Seat | None) -> Raid:
        return replace(state, viewer=viewer)

    def imagine(self, view: Raid, seed: int) -> Raid:
        return replace(view, viewer=None)


class ShowsTheChoice(AmbushRules):
    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        return replace(super().view(state, viewer), chosen=state.chosen)

    def imagine(self, view: Ambush, seed: int) -> Ambush:
        return replace(super().imagine(view, seed), chosen=view.chosen)


class TellsTheChoice(AmbushRules):
    def redact(self, event: Event, viewer: Seat | None) -> Event:
        return event if isinstance(event, Told) and event.what == "chose" else super().redact(event, viewer)


class TellsTheDraw(RaidRules):
    def redact(self, event: Event, viewer: Seat | None) -> Event:
        return event


class SamplesForOthers(RaidRules):
    def sample(self, seed: int) -> Setup:
        return replace(super().sample(seed), ruleset="ambush")


class SamplesAtRandom(RaidRules):
    turns = count()

    def sample(self, seed: int) -> Setup:
        return super().sample(next(self.turns))


class SamplesTheSame(RaidRules):
    def sample(self, seed: int) -> Setup:
        return super().sample(1)


class StartsForOthers(RaidRules):
    def start(self, setup: Setup) -> Step[Raid]:
        return super().start(replace(setup, ruleset="raid"))


class StartsWithAnyOption(RaidRules):
    def start(self, setup: Setup) -> Step[Raid]:
        return super().start(replace(setup, options={}))


class StartsWithAnyCard(RaidRules):
    def start(self, setup: Setup) -> Step[Raid]:
        first, *others = setup.decks[0]
        spare = min(PRICE, key=others.count)
        return super().start(replace(setup, decks=((first if first in PRICE else spare, *others), setup.decks[1])))


BROKEN: list[tuple[AnyRuleset, str]] = [
    (EndlessRaid(), "the match should be over by now"),
    (AsksAfterTheEnd(), r"to_act says \(.*\), but the match is over"),
    (AsksNobody(), r"to_act says \(\), but the match is not over"),
    (LetsEverybodyAct(), "is not to act and has legal acts"),
    (LeavesNoAct(), "is to act and has no legal act"),
    (ChangesItsMind(), "legal_actions is another when asked twice"),
    (NamesActsTwice(), "names an act twice"),
    (DeniesWhatIsLegal(), "has the legal act 'choose .*', but why_not gives <No.NOT_NOW"),
    (RefusesWhatIsLegal(), "has the legal act 'choose .*', but apply refuses it"),
    (FindsNothingWrong(), "why_not gives None for 'choose .*', which is not a legal act"),
    (KeepsAnActBack(), "why_not gives None for 'play bite', which is not a legal act"),
    (TakesAnything(), "apply takes .*, and should raise IllegalAction"),
    (RefusesForAnotherReason(), "apply refuses with <No.TOO_DEAR.*, why_not with"),
    (BlamesTheOther(), "apply refuses <Seat"),
    (TripsOverIllegalActs(), "the contract does not know KeyError here"),
    (ScribblesWhenAsked(), "asking what is legal changed the state"),
    (ScribblesWhenActing(), "apply changed the state it was given"),
    (ScribblesWhenRefusing(), "a refused act changed the state"),
    (ScribblesWhenLooking(), "looking at the state changed it"),
    (NotesInTheMargin(), "where == does not look but pickle does"),
    (ReadsAnotherCard(), "and read as another act"),
    (ReadsWhatItCannotWrite(), "and that written and read as"),
    (ReadsAnything(), "read takes .* and should raise BadNotation"),
    (TripsOverGarbage(), "the contract does not know ValueError here"),
    (ActsOnWhatIsNotWritten(), "its record leads to another state"),
    (CannotBeRecorded(), "the contract does not know BadRecord here: act 1"),
    (ShufflesAgain(), "the same setup and acts give another state"),
    (TellsItDifferently(), "the same setup and acts give other events"),
    (TellsMoreEachTime(), "redacting .* twice is not like once"),
    (TellsInPlainWords(), "'the match began' is not an Event"),
    (RedactsToNothing(), "redact makes None of .*, which is not an Event"),
    (SeesDifferently(), "is another when asked twice"),
    (DreamsDifferently(), "imagine gives two states for one view and seed"),
    (ShowsTheDeck(), "can tell an imagined state from the real one by its view"),
    (ForgetsWhoChose(), "can tell an imagined state from the real one by who is to act"),
    (ForgetsTheScore(), "can tell an imagined state from the real one by how it ended"),
    (CannotPlayItsDreams(), "as A imagines it: B is to act and has no legal act"),
    (ForgetsTheOwnHand(), "can tell an imagined state from the real one by its legal acts"),
    (RefusesByTheRivalsHand(), "can tell an imagined state from the real one by why_not"),
    (ShowsEverything(), "the views of A always give away all that B knows"),
    (ShowsTheChoice(), "its view gives away which it was"),
    (TellsTheChoice(), "the events tell .* what was chosen"),
    (TellsTheDraw(), "by the events of .*: redact lets a secret through"),
    (SamplesForOthers(), "sample is for 'ambush', not for 'raid'"),
    (SamplesAtRandom(), "sample gives two setups for one seed"),
    (SamplesTheSame(), "sample is the same for every seed"),
    (StartsForOthers(), "a setup with the name of another ruleset"),
    (StartsWithAnyOption(), "a setup with an unknown option"),
    (StartsWithAnyCard(), "a setup with an unknown card"),
]


@pytest.mark.parametrize(
    ("rules", "problem"), BROKEN, ids=lambda each: type(each).__name__ if hasattr(each, "name") else ""
)
def test_a_broken_law_is_found(rules: AnyRuleset, problem: str) -> None:
    with pytest.raises(BrokenLaw, match=problem) as found:
        check_ruleset(rules, matches=30, most=200)
    assert str(found.value) == f"{found.value.where}: {found.value.problem}"


def test_a_broken_law_can_be_seen_again_in_one_match() -> None:
    with pytest.raises(BrokenLaw) as found:
        check_ruleset(KeepsAnActBack(), matches=30)
    seed = int(found.value.where.split()[3].strip(","))
    with pytest.raises(BrokenLaw, match=f"match of seed {seed}, after"):
        check_ruleset(KeepsAnActBack(), matches=1, seed=seed, tries=10)


@dataclass(frozen=True, slots=True)
class WiredAmbush(Ambush):
    wire: object = field(default_factory=lambda: lambda: None, compare=False)


class CannotBePickled(AmbushRules):
    def start(self, setup: Setup) -> Step[Ambush]:
        step = super().start(setup)
        return Step(WiredAmbush(**asdict(step.state)), step.events)


def test_a_state_that_cannot_be_pickled_is_checked_all_the_same() -> None:
    check_ruleset(CannotBePickled(), matches=10)


def test_an_open_game_is_checked_without_secrets() -> None:
    check_ruleset(ShowsEverything(), matches=30, secrets=False)


@pytest.mark.parametrize("rules", [AmbushRules(), RaidRules(), BloodFang(practice_set())], ids=lambda rules: rules.name)
@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_no_act_and_can_be_spoken_of(rules: AnyRuleset, text: str) -> None:
    with pytest.raises(BadNotation) as wrong:
        rules.read(text)
    assert len(str(wrong.value)) < 300
