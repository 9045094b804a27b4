"""Matches kept to be seen again: a file each, and nothing believed that a file says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bloodfang import ink, keeping, paths
from bloodfang.catalog import Catalog, Library
from bloodfang.keeping import NotKept
from bloodfang.lines import line_problem
from bloodfang_engine.document import Document
from bloodfang_engine.errors import BadRecord, CardError, listed
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import Record, from_dict, replay, write

LONGEST_TITLE = 80
MOST_LISTED = 200
_LATEST = 2.0**32  # some files say that they come from a time that no calendar knows


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the box: the match in it, or the problem that keeps it from being seen."""

    path: Path
    title: str
    when: datetime
    record: Record | None = None
    problem: str = ""


class RecordBox:
    """The folder of records. Damaged ones are listed with what is wrong, and never touched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, record: Record, title: str) -> Path:
        """Keep a match in a file of its own; NotKept if it cannot be, BadRecord if no record could hold it."""
        if problem := line_problem(title, 1, LONGEST_TITLE):
            raise NotKept(f"the title {problem}")
        when = datetime.now(UTC)
        text = f"# {title}\n# {when.isoformat(timespec='seconds')}\n{write(record)}"
        try:
            return keeping.write_new(self.folder, f"{when:%Y-%m-%d}-{keeping.stem_of(title, 'match')}", text)
        except OSError as trouble:
            where = paths.shown(self.folder)
            raise NotKept(f"{where}: cannot be written: {trouble.strerror or trouble}") from None

    def list(self, most: int = MOST_LISTED) -> tuple[Entry, ...]:
        """The newest of them, the newest first."""
        files = sorted(self.folder.glob("*.toml"), key=_touched, reverse=True)[:most]
        return tuple(sorted(map(_entry, files), key=lambda entry: entry.when, reverse=True))

    def read(self, path: Path) -> Record:
        """The record in a file; BadRecord if there is none."""
        return read_record(path)

    def delete(self, path: Path) -> Path:
        """Take a record out of the list; its file moves to `deleted/` beside the others, as the answer says."""
        try:
            if path.parent.resolve() != self.folder.resolve():
                raise NotKept(f"{_name(path)}: is not among the kept matches, and stays where it is")
            return keeping.move_into(path, self.folder / "deleted")
        except OSError as trouble:
            raise NotKept(f"{_name(path)}: cannot be moved: {trouble.strerror or trouble}") from None


def read_record(path: Path) -> Record:
    """The record in any file; BadRecord, with the file and the place in it, if there is none."""
    return _record(_document(path))


def title_of(path: Path) -> str:
    """What the record in a file is called: what its first line says, or else the file."""
    try:
        return _title(_document(path), path)
    except BadRecord:
        return _stem(path)


def checked(record: Record, library: Library) -> Catalog:
    """The set that a record was played with; BadRecord if it is not here, or the match goes otherwise."""
    catalog = library.by_digest(record.setup.cards)
    if catalog is None:
        here = listed(each.id for each in library.catalogs)
        which = (
            "cards that are not here, or are not the same any more" if record.setup.cards else "cards it does not name"
        )
        raise BadRecord("cards", f"the match was played with {which}; here are the sets: {here}")
    for _ in replay(BloodFang(catalog.cards), record):
        pass
    return catalog


def _entry(path: Path) -> Entry:
    when = datetime.fromtimestamp(_touched(path), UTC)
    try:
        document = _document(path)
    except BadRecord as unread:
        return Entry(path, _stem(path), when, problem=str(unread))
    title, when = _title(document, path), _when(document) or when
    try:
        return Entry(path, title, when, _record(document))
    except BadRecord as wrong:
        return Entry(path, title, when, problem=str(wrong))


def _document(path: Path) -> Document:
    try:
        document = keeping.read_own(path, _name(path))
    except CardError as unread:
        problem = unread.problems[0]
        raise BadRecord(problem.where, problem.what) from None
    if document is None:
        raise BadRecord(_name(path), "there is no such file")
    return document


def _record(document: Document) -> Record:
    try:
        return from_dict(document.said)
    except BadRecord as wrong:
        raise BadRecord(f"{document.name}: {wrong.where}", wrong.problem) from None


def _title(document: Document, path: Path) -> str:
    title = _comment(document, 0)
    return title if title and not line_problem(title, 1, LONGEST_TITLE) else _stem(path)


def _when(document: Document) -> datetime | None:
    try:
        return datetime.fromisoformat(_comment(document, 1)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _comment(document: Document, number: int) -> str:
    lines = document.text.split("\n", 2)
    line = lines[number] if number < len(lines) else ""
    return line.removeprefix("#").strip() if line.startswith("#") else ""


def _touched(path: Path) -> float:
    try:
        return min(max(path.stat().st_mtime, 0.0), _LATEST)
    except OSError:
        return 0.0


def _name(path: Path) -> str:
    return ink.safe(paths.shown(path))


def _stem(path: Path) -> str:
    return ink.safe(path.stem)
