"""Who the player is on a server: name, rating, keys, and the ways back in."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from bloodfang.accounts import Person
from bloodfang.callsigns import callsign
from bloodfang.fitting import cut
from bloodfang.keyring import Key
from bloodfang.refusals import Refused
from bloodfang_tui.online import FAILURES, Online, why
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.menu import menu
from bloodfang_tui.scene import About, Scene
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.placard import Placard
from bloodfang_tui.sheet import Area, Sheet

UNSURE = 150
"""With a deviation beyond this, a rating is hardly more than a guess."""
SHOWN_KEYS = 4
NAMES = "2 to 16 letters, digits, or _ - . between them."


class AccountScene(Scene[None]):
    """An account has keys, and may have a phrase; a guest can become one, and keeps what is going on."""

    def __init__(self, online: Online) -> None:
        super().__init__()
        self.online = online
        self.at = 0
        self.keys: tuple[Key, ...] = ()
        self.has_phrase = False

    def on_mount(self) -> None:
        self._do(self._look)

    async def _look(self) -> None:
        await self.online.look_up()
        person, people = self.online.person, self.online.people
        if not person.guest:
            self.keys = await people.keys(person.id)
            self.has_phrase = await people.has_phrase(person.id)

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What can be done about it."""
        back = ("Come back", "as somebody, by a recovery phrase", self._recover)
        if self.online.person.guest:
            return [("Keep this", "an account; matches stay yours", self._keep), back]
        found = [
            ("Another name", "the old one rests for a week", self._rename),
            ("Recovery phrase", "make a new one" if self.has_phrase else "make one", self._phrase),
            ("Add a key", "for another machine of yours", self._code),
            ("Remove a key", "one you use no more", self._remove),
        ]
        if self.online.visit.key:
            found.append(("Use a code", "bring this key to another account", self._use_code))
        return [*found, back]

    # painting

    def paint(self, sheet: Sheet) -> None:
        body = heading(sheet, "You", self.online.person.name)
        columns = min(76, body.width)
        left = (body.width - columns) // 2
        facts = self._facts()
        inner = box(sheet, Area(left, body.y, columns, len(facts) + 2), "Who you are here")
        for number, (name, value) in enumerate(facts):
            sheet.put(inner.x + 1, inner.y + number, name, "quiet on panel")
            sheet.put(inner.x + 12, inner.y + number, cut(value, inner.width - 13), "text on panel")
        entries = self.entries()
        self.at = min(self.at, len(entries) - 1)
        area = Area(left, body.y + len(facts) + 2, columns, len(entries) + 2)
        menu(sheet, box(sheet, area, "What now?", edge="accent"), [entry[:2] for entry in entries], self.at)
        self.paint_bar(sheet)

    def _facts(self) -> list[tuple[str, str]]:
        person = self.online.person
        if person.guest:
            return [
                ("Name", f"{person.name} (the ~ is for guests)"),
                ("Rating", "guests have none"),
                ("Kept", "nothing, once you have left, but a match"),
                *([("Back to it", self.online.resume)] if self.online.resume else []),
            ]
        rating = person.rating
        sure = "; it settles with every rated match" if rating.deviation > UNSURE else ""
        facts = [
            ("Name", person.name),
            ("Rating", f"{round(rating.rating)}, give or take {round(2 * rating.deviation)}{sure}"),
            ("Phrase", "there is one, and it leads back here" if self.has_phrase else "none yet"),
        ]
        for key in self.keys[:SHOWN_KEYS]:
            facts.append(("Key", f"{_key(key)}{' (in use)' if key.fingerprint == self.online.visit.key else ''}"))
        if more := len(self.keys) - SHOWN_KEYS:
            facts += [("", f"and {more} more")] if more > 0 else []
        return facts if self.keys else [*facts, ("Key", "none: your phrase is the only way back")]

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return ("app.up", "app.down", "app.choose", ("app.back", "lobby"), "app.help")

    # commands

    def do_up(self) -> None:
        self.at = (self.at - 1) % len(self.entries())

    def do_down(self) -> None:
        self.at = (self.at + 1) % len(self.entries())

    def do_choose(self, number: str = "") -> None:
        entries = self.entries()
        self.at = min(int(number) if number else self.at, len(entries) - 1)
        entries[self.at][2]()

    # a name

    def _rename(self) -> None:
        ask = TypeIn("Another name", NAMES, self.online.person.name, _problem)
        self.app.push_screen(ask, lambda name: self._do(self._renamed, name) if name else None)

    async def _renamed(self, name: str) -> None:
        self._became(await self.online.people.rename(self.online.person.id, name))

    def _keep(self) -> None:
        wish = self.online.person.name.lstrip("~")
        ask = TypeIn("Keep this", f"Which name shall be yours? {NAMES}", wish, _problem)
        self.app.push_screen(ask, lambda name: self._do(self._kept, name) if name else None)

    async def _kept(self, name: str) -> None:
        """Without a key, a phrase is the only way back: it is shown once."""
        person, phrase = await self.online.people.keep_by_phrase(self.online.person, name)
        self.online.visit.lobby.sign_out(self.online.visit)  # a guest's code brought them, and leads to no account (I8)
        self._became(person)
        self._show_phrase(phrase)

    def _became(self, person: Person) -> None:
        self.online.visit.lobby.became(person)
        self.say(f"You are {person.name} now.")

    # a phrase

    def _phrase(self) -> None:
        text = "It leads back here when every key is lost. It is shown once: have something to write with."
        text += " The one before ends." if self.has_phrase else ""
        ask = Ask("Recovery phrase", text, ["Not now", "Show a new one"])
        self.app.push_screen(ask, lambda answer: self._do(self._phrased) if answer == 1 else None)

    async def _phrased(self) -> None:
        self._show_phrase(await self.online.people.new_phrase(self.online.person.id))

    def _show_phrase(self, phrase: str) -> None:
        name = self.online.person.name
        below = [f"To come back: connect as anybody, choose You, Come back, and type {name} and this phrase."]
        text = "Write this down: it is shown once, and whoever has it is you."
        self.app.push_screen(Placard("Your recovery phrase", text, phrase, ["I have it"], below))

    def _recover(self) -> None:
        if self._is_bound():
            return
        self.app.push_screen(TypeIn("Who are you?", "The name of your account."), self._named)

    def _named(self, name: str | None) -> None:
        if name:
            ask = TypeIn("Your phrase", f"The recovery phrase of {name}: five words.")
            self.app.push_screen(ask, lambda phrase: self._do(self._recovered, name, phrase) if phrase else None)

    async def _recovered(self, name: str, phrase: str) -> None:
        visit = self.online.visit
        await self._go_on_as(await self.online.people.recover(name, phrase, visit.address, visit.key))

    # keys

    def _code(self) -> None:
        self._do(self._coded)

    async def _coded(self) -> None:
        code = await self.online.people.key_code(self.online.person.id)
        below = ["Connect from the other machine, choose You, Use a code, and type it there. It holds for ten minutes."]
        self.app.push_screen(Placard("Add a key", "This code brings one more key to you:", code, ["Good"], below))

    def _use_code(self) -> None:
        if self._is_bound():
            return
        ask = TypeIn("Use a code", "This key will belong to the account that made the code.")
        self.app.push_screen(ask, lambda code: self._do(self._used, code) if code else None)

    async def _used(self, code: str) -> None:
        await self._go_on_as(await self.online.people.add_key(code, self.online.visit.key))

    def _remove(self) -> None:
        keys = self.keys
        if not keys:
            self.notice = "No key leads here; your phrase does."
            return
        ask = Ask("Remove a key", "Which one shall lead here no more?", [_key(key) for key in keys])
        self.app.push_screen(ask, lambda at: self._confirm(keys[at]) if at is not None else None)

    def _confirm(self, key: Key) -> None:
        ask = Ask("Remove this key?", f"Whoever has {_key(key)} will be a stranger here.", ["Keep it", "Remove it"])
        self.app.push_screen(ask, lambda answer: self._do(self._removed, key) if answer == 1 else None)

    async def _removed(self, key: Key) -> None:
        await self.online.people.remove_key(self.online.person.id, key.fingerprint)
        self.online.visit.lobby.sign_out(self.online.visit, key.fingerprint)
        self.say("That key leads here no more.")

    # within

    def _is_bound(self) -> bool:
        """Whether somebody waits for the person that this session would be no more; then that is told."""
        bound = bool(self.online.visit.unfinished())
        if bound:
            self.notice = f"{self.online.person.name} has matches that go on: finish them first, or give them up."
        return bound

    async def _go_on_as(self, person: Person) -> None:
        await self.online.go_on_as(person)
        if self.online.home_of:
            self.game.home = self.online.home_of(person)
            self.game.change()
        self.say(f"Welcome back: you are {person.name} now.")

    def _do(self, deed: Callable[About, Coroutine[Any, Any, None]], *about: About.args, **named: About.kwargs) -> None:
        self.beside(partial(self._doing, partial(deed, *about, **named)), "deeds")

    async def _doing(self, deed: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await deed()
            await self._look()
        except FAILURES as failure:
            self.game.say(why(failure))
        self.repaint()


def _problem(name: str) -> str:
    """What is wrong with a name, as far as can be told without asking who has it."""
    try:
        callsign(name)
    except Refused as refused:
        return why(refused)
    return ""


def _key(key: Key) -> str:
    note = f" {key.note}" if key.note else ""
    return f"{key.fingerprint[:19]}{note}, since {key.since:%Y-%m-%d}"
