"""The database file of who plays here.

No phrase and no code stands in it, only their hashes. Times are seconds since 1970.
"""

from __future__ import annotations

from bloodfang.sqlite_shape import Shape


class PeopleTrouble(Exception):
    """The file cannot be used; nothing was written. The sentence is for whoever looks after the server."""


_FIRST = (
    "CREATE TABLE people (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, phrase TEXT NOT NULL, since REAL NOT NULL)",
    # A name rests for a while after it was given up: until then nobody else may have it.
    """CREATE TABLE looks (
        look TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        name TEXT NOT NULL,
        until REAL
    )""",
    "CREATE INDEX looks_by_person ON looks (person)",
    """CREATE TABLE keys (
        fingerprint TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        note TEXT NOT NULL,
        since REAL NOT NULL
    )""",
    "CREATE INDEX keys_by_person ON keys (person)",
    """CREATE TABLE codes (
        person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
        name TEXT NOT NULL UNIQUE,
        hash TEXT NOT NULL,
        until REAL NOT NULL,
        tries INTEGER NOT NULL
    )""",
    "CREATE TABLE tries (subject TEXT NOT NULL, since REAL NOT NULL)",
    "CREATE INDEX tries_by_subject ON tries (subject, since)",
    # Guests block and are blocked too, so these are no references.
    "CREATE TABLE blocks (owner TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (owner, other))",
    """CREATE TABLE bans (
        sign TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        what TEXT NOT NULL,
        until REAL,
        why TEXT NOT NULL,
        actor TEXT NOT NULL,
        since REAL NOT NULL
    )""",
    "CREATE TABLE audit (number INTEGER PRIMARY KEY, since REAL NOT NULL, actor TEXT NOT NULL, what TEXT NOT NULL)",
    # People and bots are on lists of their own; a person who plays against bots is on both.
    """CREATE TABLE ratings (
        list TEXT NOT NULL,
        who TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        matches INTEGER NOT NULL,
        PRIMARY KEY (list, who)
    )""",
    """CREATE TABLE results (
        match_id TEXT NOT NULL PRIMARY KEY,
        winner TEXT NOT NULL,
        loser TEXT NOT NULL,
        drawn INTEGER NOT NULL,
        since REAL NOT NULL
    )""",
)

_GUESTS = (
    # Until when somebody can come back by a code, of which this is the hash; NULL while they are here.
    """CREATE TABLE guests (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        since REAL NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        until REAL
    )""",
)

PEOPLE = Shape(
    name="people",
    keeps="accounts",
    steps=(_FIRST, _GUESTS),
    complete=(
        "SELECT id, name, phrase, since FROM people LIMIT 0",
        "SELECT look, person, name, until FROM looks LIMIT 0",
        "SELECT fingerprint, person, note, since FROM keys LIMIT 0",
        "SELECT person, name, hash, until, tries FROM codes LIMIT 0",
        "SELECT subject, since FROM tries LIMIT 0",
        "SELECT owner, other FROM blocks LIMIT 0",
        "SELECT sign, kind, what, until, why, actor, since FROM bans LIMIT 0",
        "SELECT number, since, actor, what FROM audit LIMIT 0",
        "SELECT list, who, rating, deviation, volatility, matches FROM ratings LIMIT 0",
        "SELECT match_id, winner, loser, drawn, since FROM results LIMIT 0",
        "SELECT id, name, since, hash, until FROM guests LIMIT 0",
    ),
    trouble=PeopleTrouble,
    may_stand_in=False,  # with an empty file, everybody's name would be for others to take
)
