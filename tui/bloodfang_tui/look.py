"""How everything is painted at one terminal: a theme in as many colours as it shows, and the signs it can draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rich.style import Style

from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth, Ink, as_shown, sgr
from bloodfang_tui.themes import BASIC, LIGHT, THEMES


class Paint:
    """A style ready to be written: as Textual knows it, and as the terminal does. The same paint is the same object."""

    __slots__ = ("attributes", "bg", "blank", "fg", "sgr", "style")

    def __init__(self, style: Style, attributes: Iterable[str], fg: str, bg: str) -> None:
        self.style = style
        self.attributes = frozenset(attributes)
        self.fg = fg
        self.bg = bg
        self.sgr = ";".join(filter(None, (*sorted(self.attributes), fg, bg)))
        """Everything, as the terminal is told it."""
        self.blank = self.sgr if self.attributes & {"4", "7"} else bg
        """What is seen of it where there is a space."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What is drawn with, one cell each unless it says otherwise."""

    mine: str
    """A pawn of the near side; and of the other; and a place for one."""
    theirs: str
    free: str
    mine_card: str
    """The edge that a card of the near side has towards its owner; and a rival's."""
    theirs_card: str
    up: str
    down: str
    pointer: str
    more_left: str
    more_right: str
    dot: str
    star: str
    arrow: str
    gone: str
    dash: str
    tick: str
    box: str
    """Corner, edge, corner, side, corner, corner, and the joints: left, right, top, bottom, middle."""
    heavy: str
    cells: Mapping[str, str]
    """A card's reach, by the letters of card files."""
    meter: str
    """From empty to full."""
    digits: tuple[str, str, str]
    """Three lines in which each digit from 0 to 9 takes three cells."""


_SIGNS: Mapping[Glyphs, Signs] = MappingProxyType(
    {
        Glyphs.BLOCKS: Signs(
            mine="●", theirs="◆", free="·", mine_card="▌", theirs_card="▐", up="▲", down="▼", pointer="▸",
            more_left="◂", more_right="▸", dot="·", star="★", arrow="→", gone="×", dash="─", tick="■",
            box="╭─╮│╰╯├┤┬┴┼", heavy="┏━┓┃┗┛┣┫┳┻╋",
            cells=MappingProxyType({".": "·", "W": "■", "P": "●", "E": "□", "X": "◘"}),
            meter="░█",
            digits=(
                "█▀█▀█ ▀▀█▀▀██ ██▀▀█▀▀▀▀██▀██▀█",
                "█ █ █ █▀▀ ▀█▀▀█▀▀██▀█  ██▀█▀▀█",
                "▀▀▀▀▀▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀",
            ),
        ),
        Glyphs.ASCII: Signs(
            mine="o", theirs="x", free=".", mine_card="[", theirs_card="]", up="^", down="v", pointer=">",
            more_left="<", more_right=">", dot=".", star="*", arrow=">", gone="x", dash="-", tick="#",
            box="+-+|+++++++", heavy="#=#|#######",
            cells=MappingProxyType({".": ".", "W": "W", "P": "P", "E": "E", "X": "X"}),
            meter=".#",
            digits=(
                " _     _  _     _  _  _  _  _ ",
                "| |  | _| _||_||_ |_   ||_||_|",
                "|_|  ||_  _|  | _||_|  ||_| _|",
            ),
        ),
    }
)  # fmt: skip

_WITHOUT_COLOUR = {
    "accent": "bold", "blood": "bold", "mine": "bold", "theirs": "underline", "faint": "dim", "quiet": "",
    "on cursor": "reverse", "on lit": "reverse", "on raised": "",
}  # fmt: skip
"""What stands in for a colour where there are none."""

_CODES = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7"}


class Look:
    """One theme at one depth with one set of signs. Shared by everybody who looks at the game in this way."""

    def __init__(self, theme: str, depth: Depth, glyphs: Glyphs) -> None:
        self.theme = theme
        self.depth = Depth.NONE if theme == "plain" else depth
        self.glyphs = glyphs
        self.is_ascii = glyphs is Glyphs.ASCII
        """Only plain characters may be drawn."""
        self.signs = _SIGNS[glyphs]
        self.colours = _colours(theme, self.depth)
        self._paints: dict[str, Paint] = {}
        self._inks: dict[tuple[str, str, bool, bool, bool], Paint] = {}

    @staticmethod
    @cache
    def of(theme: str, depth: Depth, glyphs: Glyphs) -> Look:
        """The look of these three."""
        return Look(theme, depth, glyphs)

    def paint(self, words: str) -> Paint:
        """The paint that words name: `text`, `mine on mine_deep bold`. Without `on`, it lies on the ground."""
        found = self._paints.get(words)
        if found is None:
            found = self._paints[words] = self._mixed(words)
        return found

    def ink(self, ink: Ink) -> Paint:
        """The paint of a run of ink, in colours of its own."""
        key = (ink.fg, ink.bg, ink.bold, ink.dim, ink.italic)
        found = self._inks.get(key)
        if found is None:
            attributes = [word for word, on in (("bold", ink.bold), ("dim", ink.dim), ("italic", ink.italic)) if on]
            ground = self.colours.get("ground", "")
            found = self._inks[key] = self._paint(ink.fg, ink.bg or ground, attributes)
        return found

    def _mixed(self, words: str) -> Paint:
        said = words.split()
        ground = "ground"
        if "on" in said:
            at = said.index("on")
            ground = said[at + 1]
            del said[at : at + 2]
        name, attributes = said[0], said[1:]
        if not self.colours:
            attributes += _WITHOUT_COLOUR.get(name, "").split() + _WITHOUT_COLOUR.get(f"on {ground}", "").split()
            return self._paint("", "", attributes)
        return self._paint(self.colours[name], self.colours[ground], attributes)

    def _paint(self, fg: str, bg: str, attributes: list[str]) -> Paint:
        if self.depth is Depth.NONE:
            fg = bg = ""
        fg, bg = (as_shown(colour, self.depth) if colour else "" for colour in (fg, bg))
        codes = [sgr(colour, self.depth, behind) if colour else "" for colour, behind in ((fg, False), (bg, True))]
        bold, dim, italic, underline, reverse = (each in attributes or None for each in _CODES)
        style = Style(
            color=fg or None,
            bgcolor=bg or None,
            bold=bold,
            dim=dim,
            italic=italic,
            underline=underline,
            reverse=reverse,
        )
        return Paint(style, (_CODES[each] for each in attributes), *codes)


def _colours(theme: str, depth: Depth) -> Mapping[str, str]:
    if depth is Depth.NONE:
        return {}
    return BASIC[theme in LIGHT] if depth is Depth.BASIC else THEMES[theme]
