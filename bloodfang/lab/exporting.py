"""Findings written down: as text or JSON for the terminal, and as files in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bloodfang import paths
from bloodfang.keeping import write_whole
from bloodfang.lab import drawing, report, rows
from bloodfang.lab.findings import Comparison, Findings
from bloodfang.lab.report import Named

NO_PNG = 'A PNG needs Pillow: pip install "bloodfang[lab]", and the same command again. The SVG shows the same.'


def printed(
    one: Findings, comparison: Comparison | None, name_of: Named, names: tuple[str, str], *, as_json: bool = False
) -> str:
    """What the terminal shows."""
    if as_json:
        return json.dumps(_data(one, comparison), indent=1) + "\n"
    lines = [*report.told(one, name_of)]
    if comparison:
        lines += ["", *report.compared(comparison, name_of, names)]
    return "\n".join(lines) + "\n"


def export(
    folder: Path, one: Findings, comparison: Comparison | None, name_of: Named, names: tuple[str, str]
) -> Iterator[str]:
    """Write everything into a folder; sentences about it."""
    files: dict[str, str] = {
        "report.txt": printed(one, comparison, name_of, names),
        "report.json": printed(one, comparison, name_of, names, as_json=True),
        "decks.csv": rows.as_csv(rows.deck_rows(one)),
        "matrix.csv": rows.as_csv(rows.matrix_rows(one)),
        "cards.csv": rows.as_csv(rows.card_rows(one)),
        "plot.svg": drawing.as_svg(one, name_of),
    }
    if comparison:
        files["compared.csv"] = rows.as_csv(rows.compared_rows(comparison))
    for name, text in files.items():
        write_whole(folder / name, text)
    try:
        from bloodfang.lab.png import as_png
    except ImportError:
        yield NO_PNG
    else:
        (folder / "plot.png").write_bytes(as_png(one, name_of))
        files["plot.png"] = ""
    yield f"Written to {paths.shown(folder)}: {', '.join(files)}"


def _data(one: Findings, comparison: Comparison | None) -> dict[str, Any]:
    told = rows.as_data(one)
    if comparison:
        told["against"] = rows.as_data(comparison.other)
        told["compared"] = rows.compared_rows(comparison)
    return told
