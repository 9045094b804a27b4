"""The files of a card set: each read once, with everything that is wrong remembered."""

from __future__ import annotations

from pathlib import Path

from bloodfang import models, paths
from bloodfang_engine.document import Document, read_file
from bloodfang_engine.errors import CardError, Problem, listed

SET, IDENTITY, GLOSSARY, SIGILS = "set.toml", "identity.en.toml", "glossary.en.toml", "sigils.toml"
MECHANICS, DECKS = "mechanics", "decks"
WHOLE = (SET, f"{MECHANICS}/*.toml", IDENTITY, GLOSSARY, SIGILS)
"""What a set is made of; one that extends another may do without glossary and sigils."""


class SetFolder:
    """A folder that is being read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.documents: dict[str, Document] = {}

    def wrong(self, where: str, what: str) -> None:
        """Remember a problem."""
        self.problems.append(Problem(where, what))

    def read(self, name: str, *, needed: bool = True) -> Document | None:
        """The document in a file of the folder, or None and a problem."""
        path = self.path / name
        if needed or path.exists():
            try:
                self.documents[name] = read_file(path, paths.shown(path))
            except CardError as wrong:
                self.problems += wrong.problems
                if not path.exists():
                    self.problems[-1] = Problem(paths.shown(path), f"is missing: a set is made of {listed(WHOLE)}")
        return self.documents.get(name)

    def files(self, within: str) -> list[str]:
        """The names of the TOML files in a folder of the folder, in a stable order."""
        return [f"{within}/{path.name}" for path in sorted((self.path / within).glob("*.toml"))]

    def was_read(self, name: str) -> bool:
        """Whether nothing in this file is unknown because it could not be read."""
        return name in self.documents or not (self.path / name).exists()

    def table(self, model: type[models.T], document: Document, *place: str | int) -> models.T | None:
        """One table of a document, or None and its problems."""
        read = models.read_table(model, document, *place)
        if isinstance(read, list):
            self.problems += read
            return None
        return read


def numbers(document: Document, key: str) -> dict[str, int]:
    """The ids of all [[key]] tables of a document, right or wrong, and which table is the first that has each."""
    tables = document.said.get(key)
    found: dict[str, int] = {}
    for number, said in enumerate(tables if isinstance(tables, list) else ()):
        if isinstance(said, dict) and isinstance(id_ := said.get("id"), str):
            found.setdefault(id_, number)
    return found


def address(document: Document, key: str, number: int, id_: str, *within: str) -> str:
    """Where a table stands, or something in it, and what it is."""
    return f"{document.at(key, number, *within)}: {key} {id_!r}"
