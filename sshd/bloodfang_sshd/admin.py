"""What those who look after a server can do while it runs, by its socket or over SSH: the same acts, all noted (O9)."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang import refusals
from bloodfang.invites import InvitesTrouble
from bloodfang.people import PeopleTrouble
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang.spelling import meant
from bloodfang_sshd import acts, texts
from bloodfang_sshd.caretaking import By, Do, House
from bloodfang_sshd.verbs import Answer, Asker, Verb


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that can be done."""

    usage: str
    about: str
    do: Do
    is_noted: bool = False
    """The people's file notes it by itself, together with what it changes."""


async def answer(house: House, words: list[str], by: By) -> Answer:
    """Do what the words say, and note it in the audit; Refused with a sentence if it cannot be done."""
    name, *others = words or ["help"]
    act = ACTS.get(name)
    if act is None:
        near = meant(name, ACTS)
        raise Refused(f"there is no admin command {texts.clean(name, 40)!r}{near}; `help` lists all", code=UNUSABLE)
    if problem := Verb(act.usage, act.about).why_not(others):
        raise Refused(problem, code=UNUSABLE)
    try:
        said = await act.do(house, others, by)
        if not act.is_noted:
            await house.people.audit(by.name, " ".join(words))
    except (refusals.Refused, PeopleTrouble, InvitesTrouble) as why:
        raise Refused(str(why)) from None
    return said


def verb(house: House) -> Verb:
    """The same for `ssh HOST admin ...`: by a listed key, and by nothing else (I7)."""

    async def run(words: list[str], asker: Asker) -> Answer:
        arrival = asker.arrival
        if not arrival.is_admin:
            raise Refused("only keys that this server lists as admins may do that")
        return await answer(house, words, By(f"{arrival.person.name} {arrival.fingerprint}"))

    return Verb("admin [WORDS]...", "look after the server; for its admins", run)


async def _help(_: House, __: list[str], ___: By) -> Answer:
    widest = max(len(act.usage) for act in ACTS.values())
    lines = [f"  {act.usage:<{widest}}  {act.about}" for act in ACTS.values()]
    return Answer("\n".join(lines), {name: act.about for name, act in ACTS.items()})


ACTS = {
    act.usage.split()[0]: act
    for act in (
        Act("who", "everybody who has a screen now", acts.who),
        Act("kick WHO [WHY]...", "send somebody away, by name or number", acts.kick),
        Act(
            "ban KIND WHAT [TIME] [WHY]...",
            "keep out a key, a network or a name; 10m, 2h, 7d, or for ever",
            acts.ban,
            True,
        ),
        Act("unban KIND WHAT", "let them come again", acts.unban, True),
        Act("bans", "who is kept out", acts.bans),
        Act("announce WORDS...", "tell everybody something", acts.announce),
        Act("drain [TIME]", "let nobody new in, and stop after a time (10m); `drain off` goes on", acts.drain),
        Act("backup [PATH]", "copy everything while it runs: to a folder, or a .tar file", acts.backup),
        Act("restore [PATH]", "bring a backup back; only while the server is stopped", acts.restore),
        Act(
            "invite [TIME] [NOTE]...", "an invitation to a closed server; `invite list`, `invite end NAME`", acts.invite
        ),
        Act("audit [N]", "what was done by whom, the latest first", acts.audit),
        Act("help", "this list", _help),
    )
}
