"""What can be asked for in one line, without a terminal."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bloodfang import deckcode
from bloodfang.accounts import Person, moment
from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth
from bloodfang.ratings import Rating
from bloodfang.refusing import Refused
from bloodfang_sshd import texts
from bloodfang_sshd import verbs as asking
from bloodfang_sshd.driver import START
from bloodfang_sshd.identity import Arrival
from bloodfang_sshd.verbs import Answer, Asker, Opens, Verb, Verbs
from doors import connected, library, opened, screen, titled, verbs

ANN = Asker(Arrival(Person("1", "~Ann", True, Rating(), moment(0)), "", new=True, is_admin=False), "192.0.2.1")


async def ask(command: str, asker: Asker = ANN, among: Verbs | None = None) -> Answer:
    """What is said to this."""
    answer = await (among or verbs()).answer(command, asker)
    assert isinstance(answer, Answer)
    return answer


async def test_help_lists_every_command() -> None:
    answer = await ask("help")
    for name in ("help", "rules", "card", "deck", "version", "join"):
        assert f"\n  {name}" in answer.text
    assert (await ask("")).text == answer.text
    assert set(json.loads((await ask("help --json")).text)) >= {"help", "rules"}


async def test_a_rule_is_found_by_its_number() -> None:
    for words in ("rules R12", "rules r12", "rules 12"):
        assert (await ask(words)).text.startswith("R12 ")
    assert (await ask("rules 999")).code == 1
    assert "Goal" in (await ask("rules")).text
    assert json.loads((await ask("rules R12 --json")).text)[0]["rule"] == "R12"


async def test_a_card_is_found_by_its_name_or_what_is_nearest_is_told() -> None:
    assert "Pardon" in (await ask("card pardon")).text
    assert json.loads((await ask("card pardon --json")).text)["id"] == "pardon"
    wrong = await ask("card pardn")
    assert wrong.code == 1
    assert "did you mean pardon?" in wrong.text


async def test_a_card_has_colours_where_there_is_a_terminal_and_plain_signs_where_nothing_else_is_known() -> None:
    colours = Asker(ANN.arrival, ANN.address, Depth.TRUE)
    assert "\x1b[" not in (await ask("card pardon")).text
    assert "\x1b[" in (await ask("card pardon", colours)).text
    plain = Asker(ANN.arrival, ANN.address, glyphs=Glyphs.ASCII)
    for command in ("card pardon", "rules", "rules R12", "deck swarm"):
        assert (await ask(command, plain)).text.isascii()


async def test_a_deck_is_found_by_id_and_by_code_and_no_file_is_read(tmp_path: Path) -> None:
    catalog = library().catalogs[0]
    deck = catalog.decks["swarm"]
    code = deckcode.write(catalog.id, deck.cards)
    assert code in (await ask("deck swarm")).text
    assert (
        json.loads((await ask(f"deck {code} --json")).text)["cards"]
        == json.loads((await ask("deck swarm --json")).text)["cards"]
    )
    secret = tmp_path / "secret.toml"
    secret.write_text("secret = 1")
    for words in (str(secret), "/etc/passwd", "BF1-WRONG"):
        answer = await ask(f"deck {words}")
        assert answer.code == 1
        assert "secret = 1" not in answer.text


WRONG = [
    ("nope", 127, "there is no command 'nope'; `help` lists all"),
    ("rule", 127, "there is no command 'rule'; did you mean 'rules'?; `help` lists all"),
    ("card", 2, "say it as `card NAME...`"),
    ("version now", 2, "say it as `version`"),
    ("'", 2, "the quotes in this do not match"),
    ("x" * 5000, 127, f"there is no command '{'x' * 40}'; `help` lists all"),
]


@pytest.mark.parametrize(("command", "code", "sentence"), WRONG)
async def test_what_is_wrong_with_a_command_is_one_line(command: str, code: int, sentence: str) -> None:
    answer = await ask(command)
    assert (answer.code, answer.text) == (code, sentence)


async def test_others_can_be_registered_and_may_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def who(words: list[str], asker: Asker) -> Answer:
        await asyncio.sleep(0 if not words else 60)
        return Answer(asker.arrival.person.name, [asker.arrival.person.name])

    def no(words: list[str], asker: Asker) -> Answer:
        raise Refused("not today", code=3)

    monkeypatch.setattr(asking, "LONGEST_ANSWER", 0.05)
    among = verbs()
    among.register(Verb("who [X]", "everybody", who))
    among.register(Verb("no", "never", no))
    assert (await ask("who", among=among)).text == "~Ann"
    assert (await ask("who --json", among=among)).text == '[\n "~Ann"\n]'
    assert (await ask("who late", among=among)).code == 1
    assert await ask("no", among=among) == Answer("not today", code=3)


async def test_join_is_a_wish_for_the_app() -> None:
    assert await verbs().answer("join ABC", ANN) == Opens(("join", "ABC"))


async def test_join_opens_the_app_where_there_is_a_terminal(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        without = await connection.run("join ABC")
        assert (without.exit_status, without.stderr) == (1, f"{texts.NEEDS_TERMINAL}\n")
        shown = await titled(connection, command="join ABC")
        shown.press("qq")
        assert await shown.ended() == 0


async def test_an_answer_on_a_terminal_has_the_line_ends_of_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await screen(connection, "help")
        assert await shown.ended() == 0
    assert START not in shown.text
    assert shown.text.count("\n") == shown.text.count("\r\n") > 3


async def test_without_terminal_and_command_one_line_says_how_to_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        answer = await connection.run()
    assert (answer.exit_status, answer.stderr) == (1, f"{texts.NEEDS_TERMINAL}\n")
