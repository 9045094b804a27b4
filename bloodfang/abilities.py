"""What a card's abilities say, in words: generated, never written by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from bloodfang_engine.fang.cards import (
    Area,
    Card,
    Clause,
    Condition,
    Count,
    Effect,
    Happening,
    Per,
    Side,
    Target,
    Trigger,
    Value,
    Who,
)

NameOf = Callable[[str], str]
"""From a card's id to the name players know it by."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game and, for a noun, its plural."""

    word: str
    plural: str = ""

    def __str__(self) -> str:
        return self.word

    @property
    def many(self) -> str:
        """The plural; the regular one if none is given."""
        return self.plural or _with_s(self.word)

    @property
    def one(self) -> str:
        """With its article: a lane, an enemy."""
        return f"{'an' if self.word[:1].lower() in 'aeiou' else 'a'} {self.word}"

    def of(self, number: int) -> str:
        """1 pawn, 2 pawns."""
        return f"{number} {self.word if number == 1 else self.many}"


@dataclass(frozen=True, slots=True)
class Words:
    """The game's terms as the texts use them; a set may rename any of them."""

    tile: Term = Term("tile", "tiles")
    pawn: Term = Term("pawn", "pawns")
    rank: Term = Term("rank", "ranks")
    power: Term = Term("power")
    lane: Term = Term("lane", "lanes")
    reach: Term = Term("reach")
    raise_: Term = Term("raise")
    lower: Term = Term("lower")
    raised: Term = Term("raised")
    lowered: Term = Term("lowered")
    destroy: Term = Term("destroy")
    destroyed: Term = Term("destroyed")
    replace: Term = Term("replace")
    token: Term = Term("token", "tokens")
    ally: Term = Term("ally", "allies")
    enemy: Term = Term("enemy", "enemies")
    hand: Term = Term("hand", "hands")
    deck: Term = Term("deck", "decks")
    standard: Term = Term("standard", "standards")
    legendary: Term = Term("legendary", "legendaries")
    aura: Term = Term("aura", "auras")

    @classmethod
    def english(cls) -> Words:
        """The plain words of the rule book."""
        return cls()

    @classmethod
    def of(cls, **terms: Term) -> Words:
        """The plain words, but for these; `raise` may be called by its own name."""
        return cls(**{"raise_" if name == "raise" else name: term for name, term in terms.items()})


TERMS = tuple(field.name.rstrip("_") for field in fields(Words))
"""The names of all terms, as a glossary writes them."""


def sentences(card: Card, name_of: NameOf, words: Words) -> tuple[str, ...]:
    """All the card can do: one sentence for replacing, one for each clause."""
    replacing = (f"{_capital(_with_s(str(words.replace)))} one of your own cards.",) if card.replaces else ()
    return replacing + tuple(sentence(clause, name_of, words) for clause in card.clauses)


def short(card: Card, name_of: NameOf, words: Words) -> str:
    """The same on one line for narrow screens; nothing if the card can do nothing."""
    return "; ".join(shorts(card, name_of, words))


def shorts(card: Card, name_of: NameOf, words: Words) -> tuple[str, ...]:
    """The short form of each clause; of replacing only where there is no clause, for the rank shows it too."""
    if card.replaces and not card.clauses:
        return (f"{_capital(_with_s(str(words.replace)))} {words.ally.one}",)
    return tuple(short_clause(clause, name_of, words) for clause in card.clauses)


# The long form: "When played: lower enemies in reach by 4."


def sentence(clause: Clause, name_of: NameOf, words: Words) -> str:
    """The clause as a sentence. Clauses that the rules can tell apart have different sentences."""
    if clause.effect is Effect.RAISE_RANK:
        return f"Places {words.pawn.of(_given(clause).n)} on each {words.tile} instead of 1."
    return f"{_when(clause.trigger, words)}: {_what(clause, name_of, words)}."


def _when(trigger: Trigger, words: Words) -> str:
    own = trigger.who is Who.SELF
    other = {Who.ALLY: f"another {words.ally}", Who.ENEMY: words.enemy.one}.get(trigger.who, "any other card")
    match trigger.event:
        case Happening.IN_PLAY:
            return "While in play" if own else f"While {other} is in play"
        case Happening.MATCH_END:
            return "When the match ends" if own else f"When the match ends with {other} in play"
        case Happening.LANE_WON:
            winner = {Who.ENEMY: "your rival wins", Who.ANY: "anyone wins"}.get(trigger.who, "you win")
            return f"If {winner} its {words.lane}"
        case Happening.FIRST_POWER_AT_LEAST:
            whose = "its" if own else f"{other}'s"
            return f"When {whose} {words.power} first reaches {trigger.at_least}"
        case Happening.RAISED | Happening.LOWERED:
            return f"Each time {'it' if own else other} is {_happened(trigger.event, words)}"
        case _:
            return f"When {'' if own else other + ' is '}{_happened(trigger.event, words)}"


def _happened(event: Happening, words: Words) -> str:
    return {
        Happening.DESTROYED: str(words.destroyed),
        Happening.FIRST_RAISED: f"first {words.raised}",
        Happening.FIRST_LOWERED: f"first {words.lowered}",
        Happening.RAISED: str(words.raised),
        Happening.LOWERED: str(words.lowered),
    }.get(event, str(event))


def _what(clause: Clause, name_of: NameOf, words: Words) -> str:
    names = [name_of(made) for made in clause.cards]
    match clause.effect:
        case Effect.RAISE_POWER:
            return f"{words.raise_} {_targets(clause.target, words)} by {_amount(_given(clause), words)}"
        case Effect.LOWER_POWER:
            return f"{words.lower} {_targets(clause.target, words)} by {_amount(_given(clause), words)}"
        case Effect.DESTROY:
            return f"{words.destroy} {_targets(clause.target, words)}"
        case Effect.ADD_TO_HAND:
            return f"add {_listed(names)} to your {words.hand}"
        case Effect.SPAWN:
            return f"fill your empty {words.tile.many}{_within(clause.target.area, words)}{_by_rank(names, words)}"
        case Effect.SCORE_BONUS:
            value = _given(clause)
            if value.per is Per.REPLACED_POWER:
                return f"also score {_amount(value, words)}"
            return f"score {value.n} more{_for_each(value.count, words)}"
        case _:
            whose = f"its {words.lane}" if clause.target.area is Area.OWN_LANE else words.lane.one
            return f"whoever wins {whose} also scores the loser's {words.power} there"


def _targets(target: Target, words: Words) -> str:
    if target.area is Area.SELF:
        return "itself"
    state, place = _state(target.state, words, " or "), _place(target.area, words)
    if target.side is Side.ANY:
        return f"every {'' if target.area is Area.CELLS else 'other '}{state}card {place}"
    return f"{state}{_whose(target.side, words).many} {place}"


def _amount(value: Value, words: Words) -> str:
    if value.per is Per.REPLACED_POWER:
        times = "" if value.n == 1 else f"{value.n} times "
        return f"{times}the {words.power} of the card it {_with_s(str(words.replace))}"
    return f"{value.n}{_for_each(value.count, words)}"


def _for_each(count: Count | None, words: Words) -> str:
    if count is None:
        return ""
    other = "" if count.side is Side.ENEMY or count.area is Area.CELLS else "other "  # it never counts itself (R47)
    state, place = _state(count.state, words, " or "), _place(count.area, words)
    return f" for each {other}{state}{_whose(count.side, words)} {place}"


def _whose(side: Side, words: Words) -> Term:
    return {Side.ALLY: words.ally, Side.ENEMY: words.enemy}.get(side, Term("card", "cards"))


def _state(state: Condition | None, words: Words, either: str) -> str:
    if state is None:
        return ""
    changed = f"{words.raised}{either}{words.lowered}"
    return {Condition.RAISED: f"{words.raised} ", Condition.LOWERED: f"{words.lowered} "}.get(state, f"{changed} ")


def _place(area: Area, words: Words) -> str:
    return {Area.CELLS: f"in {words.reach}", Area.OWN_LANE: f"in its {words.lane}"}.get(area, "on the board")


def _within(area: Area, words: Words) -> str:
    return "" if area is Area.HELD_EMPTY else " " + _place(area, words)


def _by_rank(names: Sequence[str], words: Words) -> str:
    """Which token comes is chosen by the tile's rank; the last one also where there are more pawns (R53)."""
    if len(names) == 1:
        return f" with {names[0]}"
    more = " or more" if len(names) < _USUAL_RANKS else ""
    return ": " + ", ".join(f"{name} on {words.rank} {rank}" for rank, name in enumerate(names, 1)) + more


_USUAL_RANKS = 3


# The short form: "Played: enemies -4"


def short_clause(clause: Clause, name_of: NameOf, words: Words) -> str:
    """The clause in a few words: reach is meant where no place is named, and itself where no target is."""
    if clause.effect is Effect.RAISE_RANK:
        return f"{words.pawn.of(_given(clause).n)} per {words.tile}"
    when, what = _short_when(clause, words), _short_what(clause, name_of, words)
    return f"{when}: {what}" if when else what


def _short_when(clause: Clause, words: Words) -> str:
    trigger = clause.trigger
    own = trigger.who is Who.SELF
    other = {Who.ALLY: str(words.ally), Who.ENEMY: str(words.enemy)}.get(trigger.who, "any")
    match trigger.event:
        case Happening.IN_PLAY:
            alone = "" if clause.target.area is Area.SELF else _capital(str(words.aura))
            return alone if own else f"With {other}"
        case Happening.MATCH_END:
            return "End" if own else f"End with {other}"
        case Happening.LANE_WON:
            result = {Who.ENEMY: "lost", Who.ANY: "decided"}.get(trigger.who, "won")
            return _capital(f"{words.lane} {result}")
        case Happening.FIRST_POWER_AT_LEAST:
            happened = f"at {words.power} {trigger.at_least}"
        case Happening.DESTROYED:
            happened = "falls"
        case _:
            happened = _happened(trigger.event, words).replace("first ", "1st ", 1)
    return _capital(happened if own else f"{other} {happened}")


def _short_what(clause: Clause, name_of: NameOf, words: Words) -> str:
    target, names = clause.target, [name_of(made) for made in clause.cards]
    match clause.effect:
        case Effect.RAISE_POWER | Effect.LOWER_POWER:
            sign = "+" if clause.effect is Effect.RAISE_POWER else "-"
            return f"{_short_targets(target, words)} {sign}{_short_amount(_given(clause), words)}".lstrip()
        case Effect.DESTROY:
            return f"{words.destroy} {_short_targets(target, words) or 'itself'}"
        case Effect.ADD_TO_HAND:
            return f"{', '.join(names)} to {words.hand}"
        case Effect.SPAWN:
            where = {Area.CELLS: f"{words.reach} ", Area.OWN_LANE: f"{words.lane} "}.get(target.area, "")
            return f"fill {where}with {' / '.join(names)}"
        case Effect.SCORE_BONUS:
            return f"score +{_short_amount(_given(clause), words)}"
        case _:
            mine = target.area is Area.OWN_LANE
            return f"own {words.lane} winner takes all" if mine else f"{words.lane} winners take all"


def _short_targets(target: Target, words: Words) -> str:
    if target.area is Area.SELF:
        return ""
    state = _state(target.state, words, "/")
    cards = f"all {state}" if target.side is Side.ANY else f"{state}{_whose(target.side, words).many} "
    return (cards + _short_place(target.area, Area.CELLS, words)).rstrip()


def _short_amount(value: Value, words: Words) -> str:
    if value.per is Per.REPLACED_POWER:
        return f"{'' if value.n == 1 else f'{value.n}x '}{words.power} beneath"
    if value.count is None:
        return str(value.n)
    counted = f"{_state(value.count.state, words, '/')}{_whose(value.count.side, words)}"
    return f"{value.n} per {counted} {_short_place(value.count.area, Area.BOARD, words)}".rstrip()


def _short_place(area: Area, meant: Area, words: Words) -> str:
    named = {Area.CELLS: f"in {words.reach}", Area.OWN_LANE: f"in {words.lane}"}
    return "" if area is meant else named.get(area, "on board")


# Small words


def _given(clause: Clause) -> Value:
    assert clause.value is not None, "a card file without it is refused"
    return clause.value


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _with_s(word: str) -> str:
    """The regular plural of a noun, and what a verb is after "it"."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word[:-1] + "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
