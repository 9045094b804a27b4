"""The picture as a PNG file, where Pillow is installed: pip install "bloodfang[lab]"."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from bloodfang.lab.drawing import Colour, draw, size
from bloodfang.lab.findings import Findings
from bloodfang.lab.report import Named

_SCALE = 2
"""Pixels of the file for one of the picture."""
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class Png:
    """A canvas that is a PNG file."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), "white")
        self._draw = ImageDraw.Draw(self._image)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled box."""
        corners = (x * _SCALE, y * _SCALE, (x + width) * _SCALE - 1, (y + height) * _SCALE - 1)
        self._draw.rectangle(corners, fill=colour)

    def text(
        self, x: float, y: float, words: str, colour: Colour = (32, 32, 32), size: int = 13, anchor: str = "start"
    ) -> None:
        """A line of text."""
        font = ImageFont.load_default(size * _SCALE)
        self._draw.text((x * _SCALE, y * _SCALE), words, fill=colour, font=font, anchor=_ANCHORS[anchor])

    def finished(self) -> bytes:
        """The file."""
        buffer = io.BytesIO()
        self._image.save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


def as_png(findings: Findings, name_of: Named) -> bytes:
    """The picture as a PNG file."""
    canvas = Png(*size(findings))
    draw(canvas, findings, name_of)
    return canvas.finished()
