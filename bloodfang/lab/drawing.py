"""Findings as a picture: every deck against every other in colours, and what the cards do for their decks."""

from __future__ import annotations

from typing import Protocol
from xml.sax.saxutils import escape

from bloodfang.lab.findings import CardFigures, Findings
from bloodfang.lab.report import ENOUGH, Named, headline, percent

_CELL, _LABEL, _MARGIN, _LINE = 44, 150, 24, 20
_BAR = 220
_MOST = 12
"""So many cards from either end."""
_LOW, _EVEN, _HIGH = (178, 84, 62), (244, 241, 234), (58, 110, 165)
"""Lost, even and won: far apart for colour-blind eyes too, and the numbers are in the cells."""
_INK, _FAINT = (32, 32, 32), (120, 120, 120)

Colour = tuple[int, int, int]


class Canvas(Protocol):
    """Something to draw on: from the top left, in pixels."""

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled box."""

    def text(
        self, x: float, y: float, words: str, colour: Colour = _INK, size: int = 13, anchor: str = "start"
    ) -> None:
        """A line whose letters stand on y; the anchor is the `start`, `middle` or `end` of it."""


class Svg:
    """A canvas that is an SVG file."""

    def __init__(self, width: int, height: int) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
        ]

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{_hex(colour)}"/>'
        )

    def text(
        self, x: float, y: float, words: str, colour: Colour = _INK, size: int = 13, anchor: str = "start"
    ) -> None:
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{_hex(colour)}"'
            f' text-anchor="{anchor}">{escape(words)}</text>'
        )

    def finished(self) -> str:
        """The file."""
        return "\n".join([*self._parts, "</svg>", ""])


def as_svg(findings: Findings, name_of: Named) -> str:
    """The picture as an SVG file."""
    canvas = Svg(*size(findings))
    draw(canvas, findings, name_of)
    return canvas.finished()


def size(findings: Findings) -> tuple[int, int]:
    """How wide and high the picture is."""
    width = max(2 * _MARGIN + _LABEL + len(findings.decks) * _CELL, 2 * _MARGIN + 620)
    rows = len(_shown(findings)) + 2
    return width, 2 * _MARGIN + 4 * _LINE + len(findings.decks) * _CELL + rows * _LINE + _LINE


def draw(canvas: Canvas, findings: Findings, name_of: Named) -> None:
    """The heat map, and below it the cards."""
    y = _MARGIN + _LINE
    canvas.text(_MARGIN, y, headline(findings.plan, len(findings.played)), size=15)
    y += _LINE
    canvas.text(_MARGIN, y, "What the row won against the column, in per cent", _FAINT)
    for number, deck in enumerate(findings.decks):
        canvas.text(_MARGIN + _LABEL + (number + 0.5) * _CELL, y + _LINE, deck[:6], _FAINT, 11, "middle")
    top = y + 1.5 * _LINE
    for row, (one, share) in enumerate(findings.decks.items()):
        middle = top + (row + 0.5) * _CELL + 5
        canvas.text(_MARGIN, middle, f"{one}  {percent(share.rate)}")
        for column, other in enumerate(findings.decks):
            if met := findings.matrix.get((one, other)):
                x = _MARGIN + _LABEL + column * _CELL
                canvas.box(x, top + row * _CELL, _CELL - 2, _CELL - 2, shade(met.rate))
                ink = _INK if abs(met.rate - 0.5) < 0.3 else (255, 255, 255)
                canvas.text(x + _CELL / 2 - 1, middle, f"{100 * met.rate:.0f}", ink, 13, "middle")
    _draw_cards(canvas, findings, name_of, top + len(findings.decks) * _CELL + 1.5 * _LINE)


def shade(rate: float) -> Colour:
    """The colour of a share: from lost through even to won."""
    end = _HIGH if rate > 0.5 else _LOW
    part = min(1.0, abs(rate - 0.5) / 0.4)
    red, green, blue = (round(even + (far - even) * part) for even, far in zip(_EVEN, end, strict=True))
    return red, green, blue


def _draw_cards(canvas: Canvas, findings: Findings, name_of: Named, y: float) -> None:
    canvas.text(_MARGIN, y, "Cards: how much more (or less) often their decks won when they were played", _FAINT)
    shown = _shown(findings)
    most = max((abs(each.lift) for each in shown), default=0) or 1.0
    zero = _MARGIN + 180 + _BAR
    for number, each in enumerate(shown, 1):
        at = y + number * _LINE
        long = _BAR * abs(each.lift) / most
        canvas.text(_MARGIN, at, name_of(each.card))
        canvas.box(
            zero if each.lift > 0 else zero - long, at - 12, max(1.0, long), 14, _HIGH if each.lift > 0 else _LOW
        )
        words = f"{100 * each.lift:+.1f}"
        if each.lift > 0:
            canvas.text(zero - 6, at, words, _FAINT, 12, "end")
        else:
            canvas.text(zero + 6, at, words, _FAINT, 12)


def _shown(findings: Findings) -> list[CardFigures]:
    known = [each for each in findings.cards.values() if each.with_it.of >= ENOUGH]
    return known if len(known) <= 2 * _MOST else [*known[:_MOST], *known[-_MOST:]]


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{each:02x}" for each in colour)
