"""The command about what is over: the record of a match, with everything that was hidden while it went on."""

from __future__ import annotations

from bloodfang import table
from bloodfang.catalog import Library
from bloodfang.journal import Journal, JournalTrouble, NoSuchMatch
from bloodfang.refusing import Refused
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.record import as_dict, write
from bloodfang_sshd.verbs import Answer, Asker, Verb


def verbs(journal: Journal, library: Library) -> list[Verb]:
    """The commands of a server whose matches are in this journal."""

    async def record(words: list[str], _: Asker) -> Answer:
        try:
            match = (await table.resume(library, journal, words[0])).match
        except NoSuchMatch:
            raise Refused(f"there is no match {words[0]!r} here; an id has 16 signs") from None
        except BadRecord as wrong:
            raise Refused(f"this match cannot be read any more: {wrong.problem}") from None
        except JournalTrouble:
            raise Refused("the server cannot look that up now; try again later") from None
        if match.outcome is None:
            raise Refused("this match goes on: both hands are in its record, so it is told when it is over")
        first, second = (place.name for place in match.places)
        found = match.record()
        return Answer(
            f"# {first} against {second}\n{write(found).rstrip()}", {"names": [first, second], **as_dict(found)}
        )

    return [Verb("record ID", "a match that is over, as a record to keep and to replay", record)]
