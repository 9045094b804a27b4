"""The rule book: what a screen makes of docs/RULES.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bloodfang import paths, rulebook
from bloodfang.rulebook import MINUTE, Block, Kind, Tone, book, one_minute, parse, plain, runs


def test_every_rule_of_the_file_is_a_rule_of_the_book() -> None:
    written = paths.rulebook_file().read_text(encoding="utf-8")
    in_file = re.findall(r"^\*\*(R\d+[a-z]?)\*\* ", written, re.MULTILINE)
    in_book = [block.label for chapter in book() for block in chapter.blocks if block.label.startswith("R")]
    assert in_book == in_file
    assert len(in_book) > 70


def test_the_chapters_have_the_titles_of_the_file() -> None:
    titles = [chapter.title for chapter in book()]
    assert titles[0] == MINUTE
    assert titles[2:5] == ["1. The table and the turn", "2. Placing cards and pawns", "3. Power"]


def test_no_word_of_the_file_is_lost() -> None:
    written = paths.rulebook_file().read_text(encoding="utf-8")
    bare = re.sub(r"[*`#]|^- |^\d+\. |```text", "", written, flags=re.MULTILINE)
    told = " ".join(
        word
        for chapter in book()
        for block in chapter.blocks
        for word in (block.label, plain(block.text).replace("`", ""))
    )
    missing = set(re.findall(r"[A-Za-z]{4,}", bare)) - set(re.findall(r"[A-Za-z]{4,}", told))
    titles = {word for chapter in book() for word in re.findall(r"[A-Za-z]{4,}", chapter.title)}
    assert missing - titles <= {"Blood", "Fang"}  # the title of the book


def test_markdown_is_taken_apart_into_blocks() -> None:
    written = """# Book

## One

**R24** A *rule* of
two lines.

- an item
  that goes on
- another

### Part

```text
 a  picture
```

1. first
"""
    [chapter] = parse(written)
    assert chapter.blocks == (
        Block(Kind.TEXT, "A *rule* of two lines.", "R24"),
        Block(Kind.ITEM, "an item that goes on", "-"),
        Block(Kind.ITEM, "another", "-"),
        Block(Kind.HEADING, "Part"),
        Block(Kind.PICTURE, " a  picture"),
        Block(Kind.ITEM, "first", "1."),
    )


def test_a_table_with_bars_stays_as_it_is() -> None:
    [chapter] = parse("## One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert chapter.blocks == (Block(Kind.PICTURE, "| a | b |\n|---|---|\n| 1 | 2 |"),)


def test_runs_say_how_words_are_said() -> None:
    assert runs("a **card** of `rank` n, see R24: *ahead*") == (
        ("a ", Tone.PLAIN),
        ("card", Tone.STRONG),
        (" of ", Tone.PLAIN),
        ("rank", Tone.CODE),
        (" n, see ", Tone.PLAIN),
        ("R24", Tone.RULE),
        (": ", Tone.PLAIN),
        ("ahead", Tone.EMPHASIS),
    )


def test_brackets_are_only_brackets() -> None:
    assert plain("[bold]x[/] and [/red]") == "[bold]x[/] and [/red]"
    assert plain("a [link](https://example.org) to click") == "a link to click"


def test_one_minute_speaks_with_the_signs_of_the_screen() -> None:
    told = "\n".join(block.text for block in one_minute("o", "x", ".").blocks)
    assert told.isascii()
    assert "o  your pawn" in told
    assert [block.label for block in one_minute("o", "x", ".").blocks][:3] == ["Goal", "Turn", "Place"]


def test_a_book_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "rulebook_file", lambda: tmp_path / "RULES.md")
    [chapter] = rulebook.book.__wrapped__()
    assert "No such file" in chapter.blocks[0].text
    assert "Install the game once more" in chapter.blocks[0].text
