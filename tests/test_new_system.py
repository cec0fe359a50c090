"""New systems: what `dowager new` makes loads, passes its quizzes, has a call for every hand."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
import yaml
from jsonschema import Draft202012Validator

from dowager.auction import Auction, Vulnerability, dealer_of_board, parse_calls
from dowager.authoring import new
from dowager.authoring.new import new_system
from dowager.bidder import Bidder, ask, read_quizzes, unused_rules
from dowager.cards import Seat, random_deal
from dowager.errors import InputError
from dowager.knowledge.answers import excluded_calls
from dowager.language.files import data_folder, json_schema, load_system, system_names
from dowager.language.files.library import module_names
from dowager.language.tree import TRUE
from support.commands import Dowager
from support.sweeps import sampled

BASES = (None, *system_names())
bases = pytest.mark.parametrize("base", sampled(BASES, 5))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str | None, Path]:
    """Make a system of its own, and a variant of each shipped one."""
    into = tmp_path_factory.mktemp("made")
    for base in BASES:
        new_system(f"my-{base or 'own'}", into, base)
    return {base: into / f"my-{base or 'own'}" for base in BASES}


@bases
def test_it_loads_and_its_quizzes_pass(made: dict[str | None, Path], base: str | None) -> None:
    system = load_system(str(made[base]))
    assert system.name == made[base].name and system.default is not None
    assert system.carding is not None
    outcomes = [ask(Bidder(system), quiz) for quiz in read_quizzes([made[base] / "quizzes.yaml"])]
    assert len(outcomes) >= 5
    assert [str(fault) for outcome in outcomes for fault in outcome.faults] == []
    own = [
        rule.location for rule in unused_rules(system, outcomes) if str(made[base]) in rule.location
    ]
    assert own == [], "rules of the template without a quiz"


@bases
def test_every_hand_has_a_call_in_every_position(
    made: dict[str | None, Path], base: str | None
) -> None:
    """In auctions that it bids and in those of strangers some rule takes whatever hand is left."""
    bidder, random = Bidder(load_system(str(made[base]))), Random(f"new {base}")
    for number in range(1, 13):
        deal = random_deal(random)
        auction = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        views = []
        while not auction.ended:
            views.append(bidder.view(auction))
            assert any(rule.condition.node == TRUE for rule in views[-1].position), str(auction)
            odd = number % 3 == 0 and random.random() < 0.3
            call = bidder.choose(deal[auction.turn], auction).call
            auction = auction.after(random.choice(auction.legal_calls()[:12]) if odd else call)
        views.append(bidder.view(auction))
        if number % 3:
            assert excluded_calls(views, deal) == []


@bases
def test_the_schemas_take_its_files(made: dict[str | None, Path], base: str | None) -> None:
    folder = made[base]
    settings = json.loads((folder / ".vscode/settings.json").read_text())["yaml.schemas"]
    for kind, file in (("system", "system.yaml"), ("quiz", "quizzes.yaml")):
        schema = json.loads((folder / f".vscode/dowager-{kind}.json").read_text())
        assert schema == json_schema(kind)
        assert settings[f"./.vscode/dowager-{kind}.json"] == file
        text = (folder / file).read_text(encoding="utf-8")
        assert text.startswith(f"# yaml-language-server: $schema=.vscode/dowager-{kind}.json\n")
        faults = Draft202012Validator(schema).iter_errors(yaml.safe_load(text))
        assert [fault.message for fault in faults] == []
    for key in settings:
        assert (folder / key).is_file()


@bases
def test_nothing_is_left_to_fill_in(made: dict[str | None, Path], base: str | None) -> None:
    for file in made[base].rglob("*"):
        if file.is_file() and file.suffix != ".json":
            text = file.read_text(encoding="utf-8")
            assert "{{" not in text and max(map(len, text.splitlines())) <= 120
            assert made[base].name in text


@pytest.mark.parametrize("base", sampled(sorted(system_names(), key="sayc".__ne__), len(BASES)))
def test_a_variant_replaces_rules_and_keeps_the_others(
    made: dict[str | None, Path], base: str
) -> None:
    """After 1NT (X) only its own rules are left, elsewhere the rules of the extended system."""
    variant, old = Bidder(load_system(str(made[base]))), Bidder(load_system(base))
    places = {
        calls: [
            [rule.rule.location for rule in by.view(_auction(calls)).position]
            for by in (variant, old)
        ]
        for calls in ("1NT X", "1NT P", "")
    }
    assert all(made[base].name in place for place in places["1NT X"][0])
    assert places["1NT P"][0] == places["1NT P"][1]
    assert places[""][0] == places[""][1]


def _auction(calls: str) -> Auction:
    return Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))


def test_templates_are_no_systems_and_no_modules() -> None:
    assert (data_folder("systems") / "_templates").is_dir()
    assert not [name for name in system_names() if "template" in name]
    assert not [name for name in module_names(data_folder("systems")) if "template" in name]


def test_the_command_tells_what_it_made_and_what_to_do_next(run: Dowager, tmp_path: Path) -> None:
    result = run("new", "mine", "--into", str(tmp_path))
    assert (result.code, result.err) == (0, "")
    files = [file for file in (tmp_path / "mine").rglob("*") if file.is_file()]
    assert len(files) == 7
    for file in files:
        assert f"made {file}\n" in result.out
    (next_line,) = (line for line in result.out.splitlines() if line.startswith("Next: dowager "))
    answer = run(*next_line.removeprefix("Next: dowager ").split())
    assert (answer.code, answer.err) == (0, "")


def test_a_base_may_have_choices(run: Dowager, tmp_path: Path) -> None:
    base = "acol(twos=strong)"
    assert run("new", "ours", "--from", base, "--into", str(tmp_path)).code == 0
    assert run("bid", "AKQJ74.A83.KQ4.2", "--system", str(tmp_path / "ours")).out.startswith("2S")
    wrong = run("new", "others", "--from", "acol(twos=strnog)", "--into", str(tmp_path))
    assert (wrong.code, wrong.out) == (2, "")
    assert "acol(twos=strnog): the option 'twos' has no value 'strnog'; did you mean" in wrong.err


def test_the_command_as_json(run: Dowager, tmp_path: Path) -> None:
    answer = run("new", "ours", "--from", "natural", "--into", str(tmp_path), "--json").json
    assert answer["folder"] == str(tmp_path / "ours")
    assert {str(file) for file in (tmp_path / "ours").rglob("*") if file.is_file()} == set(
        answer["files"]
    )


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("natural", "natural is a shipped system"),
        ("a/b", "not 'a/b'"),
        ("..", "not '..'"),
        ("1NT", "begins with a letter"),
        (
            "mine --from nowhere",
            "no system 'nowhere' to start from; there are acol, natural, polish_club, precision,",
        ),
        ("mine --from ./tests", "no system './tests' to start from"),
        ("there", "there is already something at"),
        ("file", "there is already something at"),
        ("link", "there is already something at"),
    ],
)
def test_what_will_not_do_is_refused_and_nothing_is_written(
    run: Dowager, tmp_path: Path, args: str, words: str
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    before = sorted(tmp_path.rglob("*"))
    result = run("new", "--into", str(tmp_path), *args.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err and len(result.err.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_that_is_not_there_is_refused(run: Dowager, tmp_path: Path) -> None:
    result = run("new", "mine", "--into", str(tmp_path / "gone"))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"there is no folder {tmp_path / 'gone'}\n"


def test_nothing_half_written_is_left_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last file cannot be made: the folder does not appear, and no other either."""
    kinds = (*new.KINDS, "none such")
    monkeypatch.setattr(new, "KINDS", kinds)
    with pytest.raises(KeyError):
        new_system("mine", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_comes_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = new._files

    def slow(name: str, base: str | None):  # type: ignore[no-untyped-def]
        yield from files(name, base)
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "precious").write_text("kept")

    monkeypatch.setattr(new, "_files", slow)
    with pytest.raises(InputError, match="already something"):
        new_system("mine", tmp_path)
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["precious"]
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]
