"""Who is how strong here: ratings and the matches they come from, each counted once."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bloodfang.ratings import Rating, rated

_BOT = "bot:"


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a list: somebody, and how strong."""

    id: str
    name: str
    """For a bot, its level."""
    rating: Rating
    matches: int


def as_bot(level: str) -> str:
    """The id under which a bot of this level is rated."""
    return f"{_BOT}{level}"


def settle(
    database: sqlite3.Connection, now: float, match_id: str, winner: str, loser: str, drawn: bool
) -> tuple[Rating, Rating] | None:
    """Count a match, and say both ratings after it; None if it was counted before, or somebody has no account."""
    if winner == loser or not all(_is_rated(database, who) for who in (winner, loser)):
        return None
    counted = database.execute(
        "INSERT INTO results (match_id, winner, loser, drawn, since) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (match_id, winner, loser, int(drawn), now),
    )
    if not counted.rowcount:
        return None
    # A bot is always there to be beaten: what is won against it says nothing about people.
    where = "bots" if winner.startswith(_BOT) or loser.startswith(_BOT) else "people"
    both = rated(rating(database, winner, where), rating(database, loser, where), drawn)
    for who, new in zip((winner, loser), both, strict=True):
        database.execute(
            "INSERT INTO ratings (list, who, rating, deviation, volatility, matches) VALUES (?, ?, ?, ?, ?, 1)"
            " ON CONFLICT (list, who) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
            " volatility = excluded.volatility, matches = ratings.matches + 1",
            (where, who, new.rating, new.deviation, new.volatility),
        )
    return both


def rating(database: sqlite3.Connection, who: str, where: str) -> Rating:
    """Somebody's rating on a list; that of a newcomer, if there is none."""
    question = "SELECT rating, deviation, volatility FROM ratings WHERE list = ? AND who = ?"
    row = database.execute(question, (where, who)).fetchone()
    return Rating(*row) if row else Rating()


def top(database: sqlite3.Connection, most: int, bots: bool) -> tuple[Standing, ...]:
    """The strongest, by what we are fairly sure of."""
    order = "ORDER BY rating - 2 * deviation DESC, who LIMIT ?"
    if bots:
        rows = database.execute(
            "SELECT who, substr(who, ?), rating, deviation, volatility, matches FROM ratings"
            f" WHERE list = 'bots' AND who LIKE '{_BOT}%' {order}",
            (len(_BOT) + 1, most),
        )
    else:
        rows = database.execute(
            "SELECT who, name, rating, deviation, volatility, matches FROM ratings JOIN people ON people.id = who"
            f" WHERE list = 'people' {order}",
            (most,),
        )
    return tuple(Standing(who, name, Rating(*figures), matches) for who, name, *figures, matches in rows)


def has_played(database: sqlite3.Connection, person: str) -> bool:
    """Whether anything was ever counted for this person."""
    return database.execute("SELECT 1 FROM ratings WHERE who = ? LIMIT 1", (person,)).fetchone() is not None


def _is_rated(database: sqlite3.Connection, who: str) -> bool:
    found = database.execute("SELECT 1 FROM people WHERE id = ?", (who,)).fetchone()
    return who.startswith(_BOT) or found is not None
