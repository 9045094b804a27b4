"""The one authority: an act is checked, written down, applied, and told to everybody as far as they may know."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bloodfang.journal import Header, JournalTrouble, MemoryJournal, NoSuchMatch, Place, Taken, now
from bloodfang.match import Ended, Match, Over, Refused, Stale, Update, Watcher
from bloodfang.watcher import MOST_WAITING
from bloodfang_engine.contract import Outcome, Seat, Setup
from bloodfang_engine.errors import BadRecord, BadSetup, IllegalAction
from bloodfang_engine.fang.acts import PASS, Mulligan, Play
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang
from bloodfang_engine.record import read, replay, write
from toys import Act, AmbushRules, RaidRules

AnyMatch = Match[Any, Any, Any]
FANG = BloodFang(practice_set())
RULESETS: list[Any] = [FANG, AmbushRules(), RaidRules()]
PLACES = (Place("Ann"), Place("Rook", bot="easy", deck="Marsh"))
A, B = Seat.FIRST, Seat.SECOND

every_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: str(rules.name))


async def begun(rules: Any = FANG, seed: int = 1, *, takebacks: bool = False, journal: Any = None) -> AnyMatch:
    return await Match.begin(rules, rules.sample(seed), journal or MemoryJournal(), PLACES, takebacks=takebacks)


async def past_mulligans(*, takebacks: bool = False, journal: Any = None) -> AnyMatch:
    match = await begun(takebacks=takebacks, journal=journal)
    await match.submit(A, Mulligan((1, 3)))
    await match.submit(B, Mulligan((2,)))
    return match


async def play_on(match: AnyMatch, lot: random.Random, acts: int = 1000) -> None:
    for _ in range(acts):
        if match.outcome:
            return
        seat = lot.choice(match.to_act)
        await match.submit(seat, lot.choice(match.join(seat).latest.legal), match.version)


# acts


@every_ruleset
async def test_a_match_goes_to_the_end_the_rules_give_it_and_its_record_can_be_replayed(rules: Any) -> None:
    for seed in range(10):
        match = await begun(rules, seed)
        await play_on(match, random.Random(seed))
        record = match.record()
        assert read(write(record)) == record
        assert rules.outcome([*replay(rules, record)][-1].state) == match.outcome == record.result


@every_ruleset
async def test_every_watcher_sees_what_the_rules_say_it_may(rules: Any) -> None:
    match, lot = await begun(rules), random.Random(5)
    watchers: dict[Seat | None, Watcher[Any, Any]] = {viewer: match.join(viewer) for viewer in (A, B, None)}
    state, events = rules.start(match.setup)
    while True:
        for viewer, watcher in watchers.items():
            update = await watcher.next()
            assert update is watcher.latest
            assert update.view == rules.view(state, viewer) == match.latest(viewer).view
            assert update.events == tuple(rules.redact(event, viewer) for event in events)
            assert update.legal == (() if viewer is None else tuple(rules.legal_actions(state, viewer)))
            assert (update.version, update.outcome) == (match.version, rules.outcome(state))
        if match.outcome:
            return
        seat = lot.choice(match.to_act)
        act = lot.choice(rules.legal_actions(state, seat))
        await match.submit(seat, act)
        state, events = rules.apply(state, seat, act)


async def test_a_setup_that_is_not_legal_begins_nothing() -> None:
    journal = MemoryJournal()
    with pytest.raises(BadSetup):
        await Match.begin(FANG, Setup("fang", (("moth",), ()), 1), journal, PLACES)
    assert await journal.unfinished() == ()


async def test_an_illegal_act_is_refused_and_nothing_is_written_or_told() -> None:
    journal = MemoryJournal()
    match = await past_mulligans(journal=journal)
    watcher = match.join(B)
    before = watcher.latest
    with pytest.raises(IllegalAction):
        await match.submit(match.to_act[0].rival, PASS)
    with pytest.raises(IllegalAction):
        await match.submit(match.to_act[0], Play("nobody", "m3"))
    assert len((await journal.read(match.id))[1]) == match.version == 2
    assert watcher.latest is before


async def test_an_act_chosen_at_an_older_position_is_stale() -> None:
    match = await past_mulligans()
    seat = match.to_act[0]
    with pytest.raises(Stale) as refused:
        await match.submit(seat, PASS, seen=1)
    assert (refused.value.seen, refused.value.version) == (1, 2)
    await match.submit(seat, PASS, seen=2)


async def test_of_two_acts_chosen_at_the_same_position_one_counts() -> None:
    match = await past_mulligans()
    seat = match.to_act[0]
    both = await asyncio.gather(
        match.submit(seat, PASS, seen=2), match.submit(seat, PASS, seen=2), return_exceptions=True
    )
    assert [type(each) for each in both] == [type(None), Stale]
    assert match.version == 3


@pytest.mark.parametrize("first", [A, B])
async def test_in_the_mulligan_both_seats_may_act_in_any_order(first: Seat) -> None:
    match = await begun()
    assert match.to_act == (A, B)
    await match.submit(first, Mulligan((1,)))
    assert [*match.to_act] == [first.rival]
    await match.submit(first.rival, Mulligan())
    assert len(match.to_act) == 1


async def test_the_log_is_text_that_a_person_can_read() -> None:
    journal = MemoryJournal()
    match = await past_mulligans(takebacks=True, journal=journal)
    mover = match.to_act[0]
    play = next(act for act in match.join(mover).latest.legal if isinstance(act, Play))
    await match.submit(mover, play)
    await match.submit(mover.rival, PASS)
    await match.take_back(mover.rival)
    await match.concede(mover.rival)
    assert (await journal.read(match.id))[1] == (
        "A mulligan 1 3",
        "B mulligan 2",
        f"{mover.letter} play {play.card} {play.tile}",
        f"{mover.rival.letter} pass",
        "back 3",
        f"{mover.rival.letter} concede",
    )


# the journal comes first


class Witness(MemoryJournal):
    """A journal that can be held up or made to fail, and remembers what the watcher knew while it wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.watcher: Watcher[Any, Any] | None = None
        self.known: list[tuple[int, int | None]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.trouble: Exception | None = None

    async def append(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
        await self.gate.wait()
        if self.trouble:
            raise self.trouble
        await super().append(match_id, number, text, result)
        await asyncio.sleep(0)
        self.known.append((number, self.watcher.latest.version if self.watcher else None))


async def test_nobody_is_told_before_the_act_is_durable() -> None:
    journal = Witness()
    match = await begun(journal=journal)
    journal.watcher = match.join(None)
    await play_on(match, random.Random(2), acts=8)
    assert journal.known == [(number, number - 1) for number in range(1, 9)]
    assert journal.watcher.latest.version == 8


@pytest.mark.parametrize("trouble", [Taken("m", 3), JournalTrouble("the disk is full")])
async def test_what_cannot_be_written_did_not_happen(trouble: JournalTrouble) -> None:
    journal = Witness()
    match = await past_mulligans(takebacks=True, journal=journal)
    watcher = match.join(match.to_act[0])
    before, record = watcher.latest, match.record()
    journal.trouble = trouble
    deeds = (match.submit(match.to_act[0], PASS), match.concede(A), match.take_back(A), match.agree(2), match.abort(2))
    for deed in (*deeds, match.run_out(match.to_act[0], 2), match.abandon(B, 2)):
        with pytest.raises(type(trouble)):
            await deed
    assert watcher.latest is before
    assert (match.version, match.record()) == (2, record)
    journal.trouble = None
    await match.submit(match.to_act[0], PASS, seen=2)
    assert watcher.latest.version == 3


async def test_whoever_gives_up_waiting_does_not_leave_the_match_behind_its_log() -> None:
    journal = Witness()
    match = await past_mulligans(journal=journal)
    watcher = match.join(None)
    journal.gate.clear()
    acting = asyncio.create_task(match.submit(match.to_act[0], PASS))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for _ in range(3):
        acting.cancel()
        await asyncio.sleep(0)
    assert not acting.done()
    journal.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await acting
    assert match.version == watcher.latest.version == 3
    await match.submit(match.to_act[0], PASS, seen=3)


async def test_of_two_who_go_on_with_the_same_match_the_second_learns_that_it_is_behind() -> None:
    journal = MemoryJournal()
    match = await past_mulligans(journal=journal)
    other = await Match.resume(FANG, journal, match.id)
    watcher = other.join(None)
    await match.submit(match.to_act[0], PASS)
    with pytest.raises(Taken) as refused:
        await other.submit(other.to_act[0], PASS)
    assert (refused.value.match_id, refused.value.number) == (match.id, 3)
    assert other.version == watcher.latest.version == 2


# the end


@pytest.mark.parametrize("seat", Seat)
async def test_whoever_concedes_loses_with_the_score_as_it_stands(seat: Seat) -> None:
    match = await begun()
    await play_on(match, random.Random(4), acts=9)
    watcher = match.join(seat.rival)
    score = match.latest(None).view.account.score
    assert max(score)
    await match.concede(seat)
    assert match.outcome == Outcome(seat.rival, "conceded", score) == watcher.latest.outcome
    assert (match.to_act, watcher.latest.legal, watcher.latest.events) == ((), (), ())
    assert len([*replay(FANG, match.record())]) == 10


@pytest.mark.parametrize("rules", [AmbushRules(), RaidRules()], ids=["ambush", "raid"])
async def test_where_the_rules_keep_no_account_a_concession_scores_nothing(rules: Any) -> None:
    match = await begun(rules)
    await match.concede(B)
    assert match.outcome == Outcome(A, "conceded", (0, 0))
    assert [*replay(rules, match.record())]


async def test_after_the_end_nothing_can_be_done() -> None:
    match = await past_mulligans()
    await match.concede(A)
    for deed in (match.submit(B, PASS), match.concede(A), match.concede(B)):
        with pytest.raises(Over) as refused:
            await deed
        assert refused.value.outcome == match.outcome


# the other ends outside the rules


OTHER_ENDS: dict[str, tuple[Any, str]] = {
    "time": (Match.run_out, "{mover} time"),
    "abandoned": (Match.abandon, "{mover} abandon"),
    "agreed": (lambda match, _, seen: match.agree(seen), "agreed"),
    "aborted": (lambda match, _, seen: match.abort(seen), "aborted"),
}
every_other_end = pytest.mark.parametrize("reason", OTHER_ENDS)


@every_other_end
@every_ruleset
async def test_an_end_outside_the_rules_is_written_told_and_found_again(rules: Any, reason: str) -> None:
    journal = MemoryJournal()
    match = await begun(rules, journal=journal)
    await play_on(match, random.Random(4), acts=3)
    mover, watchers = match.to_act[0], [match.join(viewer) for viewer in (A, B, None)]
    end, entry = OTHER_ENDS[reason]
    await end(match, mover, match.version)
    ended = match.outcome
    assert ended
    assert (ended.winner, ended.reason) == (mover.rival if "mover" in entry else None, reason)
    assert {watcher.latest.outcome for watcher in watchers} == {ended}
    assert (await journal.read(match.id))[1][-1] == entry.format(mover=mover.letter)
    assert [found.result for found in await journal.finished()] == [ended]
    again: AnyMatch = await Match.resume(rules, journal, match.id)
    assert again.outcome == ended
    assert len([*replay(rules, read(write(again.record())))]) == 4


@every_other_end
async def test_an_end_outside_the_rules_is_refused_after_the_end_and_at_an_older_position(reason: str) -> None:
    match, (end, _) = await past_mulligans(), OTHER_ENDS[reason]
    mover = match.to_act[0]
    with pytest.raises(Stale):
        await end(match, mover, 1)
    assert match.version == 2
    await match.concede(A)
    with pytest.raises(Over):
        await end(match, mover, match.version)


async def test_only_who_is_to_act_can_run_out_of_time() -> None:
    match = await past_mulligans()
    with pytest.raises(Refused, match="to act"):
        await match.run_out(match.to_act[0].rival, match.version)
    assert match.version == 2


async def test_whoever_attends_is_called_after_each_entry_once_watchers_know() -> None:
    match = await past_mulligans()
    watcher, known = match.join(None), []
    match.attend(lambda: known.append((match.version, watcher.latest.version)))
    await match.submit(match.to_act[0], PASS)
    await match.agree(match.version)
    assert known == [(3, 3), (4, 4)]


# taking back


async def test_taking_back_leads_to_before_the_seats_last_act_and_undoes_what_followed() -> None:
    match = await past_mulligans(takebacks=True)
    mover = match.to_act[0]
    watcher = match.join(mover)
    before = watcher.latest
    await match.submit(mover, PASS)
    await match.submit(mover.rival, next(act for act in match.join(mover.rival).latest.legal if isinstance(act, Play)))
    assert match.can_take_back(mover)
    assert await match.take_back(mover)
    after = watcher.latest
    assert (after.version, after.last, after.events) == (5, None, ())
    assert (after.view, after.legal) == (before.view, before.legal)
    assert len(match.record().acts) == 2


async def test_who_has_done_nothing_can_take_nothing_back() -> None:
    match = await begun(takebacks=True)
    await match.submit(A, Mulligan())
    assert not match.can_take_back(B)
    assert not await match.take_back(B)
    assert match.version == 1
    assert await match.take_back(A)
    assert match.to_act == (A, B)


async def test_nothing_is_taken_back_where_that_was_not_agreed() -> None:
    match = await past_mulligans()
    assert not match.can_take_back(A)
    with pytest.raises(Refused):
        await match.take_back(A)
    assert match.version == 2


async def test_a_match_that_was_over_goes_on_after_a_take_back() -> None:
    journal = MemoryJournal()
    match = await begun(takebacks=True, journal=journal)
    await play_on(match, random.Random(3))
    assert match.outcome
    assert [found.header.id for found in await journal.finished()] == [match.id]
    last = match.record().acts[-1][0]
    assert await match.take_back(last)
    assert match.outcome is None
    assert match.to_act == (last,)
    assert [found.result for found in await journal.unfinished()] == [None]


async def test_a_concession_is_taken_back_alone_by_who_conceded_and_with_an_act_by_the_rival() -> None:
    for who, acts in ((A, 2), (B, 1)):
        match = await past_mulligans(takebacks=True)
        await match.concede(A)
        assert await match.take_back(who)
        assert match.outcome is None
        assert len(match.record().acts) == acts


# resuming


@every_ruleset
async def test_a_log_leads_to_the_same_board_whatever_was_done(rules: Any) -> None:
    for seed in range(25):
        journal, lot = MemoryJournal(), random.Random(seed)
        match = await begun(rules, seed, takebacks=True, journal=journal)
        for _ in range(lot.randrange(60)):
            if match.outcome or lot.random() < 0.2:
                await match.take_back(lot.choice([A, B]))
            elif lot.random() < 0.05:
                await match.concede(lot.choice([A, B]))
            else:
                await play_on(match, lot, acts=1)
        again: AnyMatch = await Match.resume(rules, journal, match.id)
        for viewer in (A, B, None):
            assert again.join(viewer).latest == match.join(viewer).latest
        assert again.record() == match.record()
        assert (again.id, again.places, again.takebacks, again.setup) == (match.id, PLACES, True, match.setup)


async def test_a_resumed_match_goes_on() -> None:
    journal = MemoryJournal()
    match = await Match.resume(FANG, journal, (await past_mulligans(journal=journal)).id)
    await play_on(match, random.Random(1))
    assert match.outcome


BAD_LOGS: list[tuple[str, Sequence[str], str]] = [
    ("an act that is refused", ["A mulligan", "A mulligan"], "entry 2"),
    ("words that mean nothing", ["A mulligan", "B dance"], "entry 2"),
    ("a seat that is none", ["C pass"], "entry 1"),
    ("no words", [""], "entry 1"),
    ("back further than the start", ["back -1"], "entry 1"),
    ("back to acts that were not", ["A mulligan", "back 2"], "entry 2"),
    ("back to a number of another alphabet", ["back ٠"], "entry 1"),
    ("an act after the end", ["A concede", "B mulligan"], "entry 2"),
    ("a second concession", ["A concede", "B concede"], "entry 2"),
    ("an agreement after the end", ["A time", "agreed"], "entry 2"),
    ("an agreement of one seat", ["A agreed"], "entry 1"),
    ("an end with more words", ["aborted 1"], "entry 1"),
]


@pytest.mark.parametrize(("log", "where"), [case[1:] for case in BAD_LOGS], ids=[case[0] for case in BAD_LOGS])
async def test_a_log_that_does_not_fit_is_refused_with_the_place(log: Sequence[str], where: str) -> None:
    journal = await written(FANG.sample(1), log)
    with pytest.raises(BadRecord) as refused:
        await Match.resume(FANG, journal, "m")
    assert refused.value.where == where


async def test_a_take_back_in_the_log_of_a_match_without_take_backs_is_refused() -> None:
    journal = await written(FANG.sample(1), ["A mulligan", "back 0"], takebacks=False)
    with pytest.raises(BadRecord, match="entry 2"):
        await Match.resume(FANG, journal, "m")


async def test_a_match_of_other_rules_or_other_cards_cannot_be_resumed() -> None:
    with pytest.raises(BadRecord, match="ruleset"):
        await Match.resume(FANG, await written(RaidRules().sample(1), []), "m")
    strange = Setup("fang", FANG.sample(1).decks, 1, {}, "another set")
    with pytest.raises(BadRecord, match="setup"):
        await Match.resume(FANG, await written(strange, []), "m")
    with pytest.raises(NoSuchMatch):
        await Match.resume(FANG, MemoryJournal(), "m")


async def written(setup: Setup, log: Sequence[str], *, takebacks: bool = True) -> MemoryJournal:
    journal = MemoryJournal()
    await journal.begin(Header("m", setup, PLACES, takebacks, now()))
    for number, text in enumerate(log, 1):
        await journal.append("m", number, text)
    return journal


# watchers


async def test_a_slow_watcher_loses_updates_but_never_the_position() -> None:
    match = await begun(takebacks=True)
    slow = match.join(A)
    await play_on(match, random.Random(1), acts=9)
    for _ in range(30):
        await match.take_back(match.record().acts[-1][0])
        await play_on(match, random.Random(1), acts=1)
    await match.close()
    got = [update async for update in slow.updates()]
    assert len(got) == MOST_WAITING
    assert got[-1] is slow.latest
    assert got[-1].view == match.latest(A).view
    assert [update.version for update in got] == [*range(match.version - MOST_WAITING + 1, match.version + 1)]


async def test_the_position_at_joining_is_the_first_update() -> None:
    match = await past_mulligans()
    watcher = match.join(A)
    assert await anext(watcher.updates()) is watcher.latest


async def test_next_waits_for_the_next_act() -> None:
    match = await past_mulligans()
    watcher = match.join(A)
    await watcher.next()
    waiting = asyncio.create_task(watcher.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    await match.submit(match.to_act[0], PASS)
    assert (await waiting).version == 3


@pytest.mark.parametrize("ending", ["leave", "close"])
async def test_watching_ends_when_the_watcher_leaves_or_the_match_is_closed(ending: str) -> None:
    match = await past_mulligans()
    watcher = match.join(A)

    async def watch() -> list[Update[Any, Any]]:
        return [update async for update in watcher.updates()]

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    if ending == "leave":
        match.leave(watcher)
        match.leave(watcher)
    else:
        await match.close()
    assert len(await watching) == 1
    with pytest.raises(Ended):
        await watcher.next()


async def test_who_left_is_told_nothing_more_and_the_others_are() -> None:
    match = await past_mulligans()
    gone, there = match.join(A), match.join(A)
    match.leave(gone)
    await match.submit(match.to_act[0], PASS)
    assert (gone.latest.version, there.latest.version) == (2, 3)


async def test_who_leaves_gets_nothing_that_was_still_waiting() -> None:
    match = await past_mulligans()
    watcher = match.join(A)
    await match.submit(match.to_act[0], PASS)
    match.leave(watcher)
    assert [update async for update in watcher.updates()] == []


async def test_a_closed_match_shows_its_position_and_takes_no_acts() -> None:
    journal = MemoryJournal()
    match = await past_mulligans(takebacks=True, journal=journal)
    await match.close()
    assert [update.version async for update in match.join(A).updates()] == [2]
    for deed in (match.submit(match.to_act[0], PASS), match.concede(A), match.take_back(A)):
        with pytest.raises(Refused, match="closed"):
            await deed
    assert not match.can_take_back(A)
    assert (await Match.resume(FANG, journal, match.id)).version == 2


async def test_those_who_share_a_seat_share_the_work() -> None:
    class Counting(BloodFang):
        views = 0

        def view(self, state: Any, viewer: Seat | None) -> Any:
            self.views += 1
            return super().view(state, viewer)

    rules = Counting(FANG.cards)
    match = await Match.begin(rules, rules.sample(1), MemoryJournal(), PLACES)
    watchers = [match.join(viewer) for viewer in (A, A, B, B, None, None)]
    await match.submit(A, Mulligan())
    assert rules.views == 6
    assert watchers[0].latest is watchers[1].latest


# secrets


async def test_no_update_names_a_card_that_is_still_hidden_from_its_watcher() -> None:
    ids = [card.id for card in FANG.cards.collectible]
    told = 0
    for seed in range(20):
        lot = random.Random(seed)
        chosen = lot.sample(ids, 30)
        setup = Setup("fang", (tuple(chosen[:15]), tuple(chosen[15:])), seed)
        match = await Match.begin(FANG, setup, MemoryJournal(), PLACES, takebacks=True)
        watchers = {viewer: match.join(viewer) for viewer in (A, B, None)}
        while not match.outcome:
            seat = lot.choice(match.to_act)
            await match.submit(seat, lot.choice(watchers[seat].latest.legal))
            shown = {text.split()[1] for _, text in match.record().acts if text.startswith("play")}
            for viewer, watcher in watchers.items():
                secret = {card for rival in Seat if rival is not viewer for card in setup.decks[rival]} - shown
                assert not secret & set(re.findall("'([^']+)'", repr(watcher.latest)))
                told += len(secret)
    assert told > 1000  # else there was nothing to keep


async def test_the_rivals_mulligan_is_known_but_not_its_places() -> None:
    match = await begun()
    await match.submit(A, Mulligan((1, 3)))
    assert match.join(A).latest.last == (A, Mulligan((1, 3)))
    assert match.join(B).latest.last == match.join(None).latest.last == (A, Mulligan())


async def test_a_play_is_known_to_all() -> None:
    match = await past_mulligans()
    await match.submit(seat := match.to_act[0], PASS)
    assert {match.join(viewer).latest.last for viewer in (A, B, None)} == {(seat, PASS)}


async def test_acts_that_nobody_has_called_public_are_shown_to_their_seat_only() -> None:
    match = await begun(AmbushRules())
    act: Act = match.join(A).latest.legal[0]
    await match.submit(A, act)
    assert [match.join(viewer).latest.last for viewer in (A, B, None)] == [(A, act), None, None]
