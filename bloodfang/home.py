"""The player's own things, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodfang import keeping, paths
from bloodfang.settings import Settings, kept_sentence, problem_with, read_settings, write_settings

if TYPE_CHECKING:  # the title needs none of these, and must not wait for them
    from bloodfang.catalog import Catalog, Library
    from bloodfang.deckbox import DeckBox
    from bloodfang.journal import Journal
    from bloodfang.recordbox import RecordBox

MOST_TOLD = 5
"""Sentences about broken sets and decks; who wants to know more asks `bloodfang cards check`."""


class Home:
    """Where a player's settings, keys, decks, matches and records are. Nothing here fails: `notices` say what did."""

    def __init__(self, data: Path, config: Path, settings: Settings | None = None) -> None:
        self.data = data
        self.config = config
        self.settings = settings or Settings()
        self.keys: Mapping[str, str] = {}
        self.notices: list[str] = []
        self._journal: Journal | None = None

    @classmethod
    def open(
        cls, data_dir: Path | None = None, *, library: Library | None = None, journal: Journal | None = None
    ) -> Home:
        """The home in a chosen folder, or where this platform has it; settings that cannot be read are put aside.

        Where many live in one house, they play with its library, and perhaps have its journal, in place of their own.
        """
        home = cls(paths.data_folder(data_dir), paths.config_folder(data_dir))
        home._journal = journal
        if library:
            home.library = library
        path = paths.settings_file(home.config)
        reading = read_settings(path)
        home.settings = reading.settings
        home.notices += reading.problems
        if reading.damaged:
            home._put_aside(path, "all settings are the defaults until you choose again")
        return home

    def change(self, **fields: Any) -> None:
        """Choose otherwise: it counts at once, and is written at once. What cannot be is a notice."""
        right = {name: value for name, value in fields.items() if not self._refuses(name, value)}
        changes = {name: value for name, value in right.items() if getattr(self.settings, name) != value}
        if not changes:
            return
        self.settings = replace(self.settings, **changes)
        path = paths.settings_file(self.config)
        try:
            if notice := write_settings(path, changes, self.settings):
                self.notices.append(notice)
        except OSError as trouble:
            why = f"cannot be written: {trouble.strerror or trouble}"
            self.notices.append(f"{paths.shown(path)}: {why}; the change lasts until you leave")

    def read_keys(self, known: Mapping[str, str]) -> Mapping[str, str]:
        """The keys the player has moved among the known ones, as `keys` from now on; what is wrong is a notice."""
        from bloodfang.keys import read_keys

        self.keys, problems = read_keys(paths.keys_file(self.config), known)
        self.notices += problems
        return self.keys

    @cached_property
    def library(self) -> Library:
        """All sets with all decks that can be played; CardError if even the shipped cards cannot be read."""
        from bloodfang.catalog import load_all

        found = load_all(self.data)
        self.notices += map(str, found.problems[:MOST_TOLD])
        if (more := len(found.problems) - MOST_TOLD) > 0:
            self.notices.append(f"and {more} more in your own sets and decks; `bloodfang cards check` tells them all")
        return found

    @cached_property
    def catalog(self) -> Catalog:
        """The shipped set."""
        return self.library.catalogs[0]

    def journal(self) -> Journal:
        """Where matches are kept. If that is impossible they are played all the same, and forgotten."""
        if self._journal is None:
            self._journal = self._opened_journal()
        return self._journal

    def decks(self, catalog: Catalog) -> DeckBox:
        """The decks of a set: its own, and the player's."""
        from bloodfang.deckbox import DeckBox

        return DeckBox(paths.own_decks(self.data, catalog.id), catalog)

    @cached_property
    def records(self) -> RecordBox:
        """The matches kept to be seen again."""
        from bloodfang.recordbox import RecordBox

        return RecordBox(paths.records_folder(self.data))

    def _opened_journal(self) -> Journal:
        from bloodfang.journal import JournalTrouble, MemoryJournal
        from bloodfang.sqlite_journal import SqliteJournal

        path = paths.journal_file(self.data)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal, notice = SqliteJournal.open(path)
        except OSError as trouble:
            why = f"{paths.shown(path)}: cannot be written: {trouble.strerror or trouble}"
        except JournalTrouble as trouble:
            why = str(trouble)
        else:
            self.notices += [notice] if notice else []
            return journal
        self.notices.append(f"{why}; matches can be played, but they will not be kept")
        return MemoryJournal()

    def _refuses(self, name: str, value: object) -> bool:
        if problem := problem_with(name, value):
            self.notices.append(f"{problem}; nothing was changed")
        return bool(problem)

    def _put_aside(self, path: Path, so: str) -> None:
        try:
            aside = keeping.keep_aside(path)
        except OSError as trouble:
            self.notices.append(f"{paths.shown(path)}: is left where it is ({trouble.strerror or trouble}); {so}")
        else:
            self.notices.append(f"{kept_sentence(path, aside)}; {so}")
