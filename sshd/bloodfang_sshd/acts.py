"""The acts of those who look after a server, each a small function; `bloodfang_sshd.admin` lists and notes them."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from bloodfang.backup import back_up, usual_place
from bloodfang.bans import Kind
from bloodfang.invites import DAY, DAYS
from bloodfang.listing import padded
from bloodfang.paths import shown
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang.speech import spoken
from bloodfang_engine.errors import listed
from bloodfang_sshd import texts
from bloodfang_sshd.caretaking import By, House, Inside
from bloodfang_sshd.verbs import Answer

TIMES = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
LONGEST = 3_660 * 86_400
"""Seconds: ten years. Who is meant for ever is meant without a time."""
DRAIN_SECONDS = 600.0


async def who(house: House, _: list[str], __: By) -> Answer:
    """Everybody who has a screen."""
    here = house.inside()
    lines = [
        f"{each.id:<5} {padded(each.person.name, 18)} {each.doing:<9} {each.since:%d %b %H:%M}  "
        f"{each.address:<15} {each.fingerprint}"
        for each in here
    ]
    text = "\n".join(line.rstrip() for line in lines) or "Nobody is here."
    return Answer(text, [_told(each) for each in here])


async def kick(house: House, words: list[str], _: By) -> Answer:
    """End the sessions of somebody."""
    who, why = words[0], spoken(" ".join(words[1:]))
    found = [each for each in house.inside() if who == each.id or who.casefold() == each.person.name.casefold()]
    if not found:
        raise Refused(f"nobody here is {texts.clean(who, 40)!r}; `who` lists names and numbers")
    for each in found:
        house.kick(each.id, f"{texts.KICKED} {why}".strip())
    names = ", ".join(dict.fromkeys(each.person.name for each in found))
    return Answer(f"Sent away: {names}.", [each.id for each in found])


async def ban(house: House, words: list[str], by: By) -> Answer:
    """Keep somebody out from now on; who is here and is meant, goes."""
    kind, what, *others = words
    seconds = _seconds(others[0]) if others else None
    why = " ".join(others[1:] if seconds is not None else others)
    ban = await house.people.ban(_kind(kind), what, by.name, why, seconds)
    gone = [each for each in house.inside() if await house.people.banned(each.person, each.fingerprint, each.address)]
    for each in gone:
        house.kick(each.id, texts.banned(ban.until))
    until = f"until {ban.until:%Y-%m-%d %H:%M} UTC" if ban.until else "for ever"
    text = f"The {ban.kind} {ban.what} is kept out {until}; {len(gone)} sent away."
    return Answer(
        text, {"kind": ban.kind, "what": ban.what, "until": ban.until and ban.until.isoformat(), "gone": len(gone)}
    )


async def unban(house: House, words: list[str], by: By) -> Answer:
    """Let them come again."""
    await house.people.unban(_kind(words[0]), words[1], by.name)
    return Answer(f"The {words[0]} {texts.clean(words[1])} may come again.", True)


async def bans(house: House, _: list[str], __: By) -> Answer:
    """Everybody who is kept out."""
    found = await house.people.bans()
    lines = [
        f"{ban.kind:<8} {padded(ban.what, 50)} "
        f"{f'until {ban.until:%Y-%m-%d %H:%M}' if ban.until else 'for ever'}  {ban.why}".rstrip()
        for ban in found
    ]
    data = [
        {"kind": ban.kind, "what": ban.what, "until": ban.until and ban.until.isoformat(), "why": ban.why}
        for ban in found
    ]
    return Answer("\n".join(lines) or "Nobody is kept out.", data)


async def announce(house: House, words: list[str], _: By) -> Answer:
    """Tell everybody."""
    sentence = spoken(" ".join(words))
    if not sentence:
        raise Refused("an announcement has words", code=UNUSABLE)
    told = house.announce(sentence)
    return Answer(f"Told to {told}.", told)


async def drain(house: House, words: list[str], _: By) -> Answer:
    """Stop soon, and let nobody new in until then."""
    if words == ["off"]:
        house.drain(None)
        return Answer("The server goes on: everybody may come in.", None)
    seconds = _seconds(words[0]) if words else DRAIN_SECONDS
    if seconds is None:
        problem = f"a time is a number and s, m, h, d or w, such as 10m, not {texts.clean(words[0], 20)!r}"
        raise Refused(problem, code=UNUSABLE)
    house.drain(seconds)
    return Answer(f"Nobody new comes in, and the server stops in {_spelled(seconds)}, or when all have left.", seconds)


async def backup(house: House, words: list[str], by: By) -> Answer:
    """Copy everything while it runs."""
    if words and not by.local:
        raise Refused("over SSH a backup goes to the usual place; leave out where")
    target = Path(words[0]) if words else usual_place(house.folder.absolute())
    if not target.is_absolute():
        raise Refused(f"{target}: name the whole path, from / on", code=UNUSABLE)
    manifest = await asyncio.to_thread(back_up, house.folder, target)
    size = sum(kept.size for kept in manifest.files)
    text = f"{len(manifest.files)} files, {size / 1e6:.1f} MB: {shown(target)}"
    return Answer(text, {"path": str(target), "files": len(manifest.files), "bytes": size})


async def restore(_: House, __: list[str], ___: By) -> Answer:
    """Not now."""
    raise Refused(
        "nothing is brought back while the server runs: stop it, then `bloodfang admin restore` at the machine"
    )


async def invite(house: House, words: list[str], _: By) -> Answer:
    """Make, list and end invitations."""
    if house.invites is None:
        raise Refused("this server is open: nobody needs an invitation")
    if words[:1] == ["end"] and len(words) == 2:
        if not await house.invites.end(words[1]):
            raise Refused(f"no invitation begins with {texts.clean(words[1], 20)!r}")
        return Answer("That invitation holds no more. Who came with it may still come; a ban keeps them out.", None)
    if words == ["list"]:
        found = house.invites.all()
        lines = [
            f"{each.name}-...  until {datetime.fromtimestamp(each.until, UTC):%Y-%m-%d %H:%M}  {each.note}"
            for each in found
        ]
        return Answer(
            "\n".join(line.rstrip() for line in lines) or "No invitation holds.", [asdict(each) for each in found]
        )
    seconds = _seconds(words[0]) if words else None
    note = " ".join(words if seconds is None else words[1:])
    word = await house.invites.new(note, DAYS if seconds is None else seconds / DAY)
    return Answer(f"{word}\nIt is shown only now. A friend writes it before the @: ssh {word}@HOST", word)


async def audit(house: House, words: list[str], _: By) -> Answer:
    """What was done."""
    most = words[0] if words else "50"
    if not (most.isascii() and most.isdigit() and 0 < int(most) <= 10_000):
        raise Refused(f"how many is a number from 1 to 10000, not {texts.clean(most, 20)!r}", code=UNUSABLE)
    found = await house.people.audited(int(most))
    lines = [f"{each.since:%Y-%m-%d %H:%M:%S}  {each.by}: {each.what}" for each in found]
    data = [{"since": each.since.isoformat(), "by": each.by, "what": each.what} for each in found]
    return Answer("\n".join(lines) or "Nothing was done yet.", data)


def _told(each: Inside) -> dict[str, object]:
    return {
        "id": each.id,
        "name": each.person.name,
        "guest": each.person.guest,
        "fingerprint": each.fingerprint,
        "address": each.address,
        "since": each.since.isoformat(),
        "doing": each.doing,
    }


def _kind(word: str) -> Kind:
    for kind in get_args(Kind):
        if word == kind:
            found: Kind = kind
            return found
    raise Refused(f"what is kept out is {listed(get_args(Kind))}, not {texts.clean(word, 20)!r}", code=UNUSABLE)


def _seconds(word: str) -> float | None:
    """A time such as 10m; None if it is none."""
    found = re.fullmatch("([0-9]{1,9})([smhdw])", word)
    return min(float(found[1]) * TIMES[found[2]], LONGEST) if found and int(found[1]) else None


def _spelled(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 60 else f"{seconds:g} s"
