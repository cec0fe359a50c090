"""Compiled systems that are kept between runs: right, found again, and never trusted when stale."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dowager.auction import Auction, Call, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, random_deal
from dowager.language.compile import Rule, System
from dowager.language.files import SystemFile, data_folder, library, loader
from dowager.language.files import cache as kept
from support.systems import write_system


@pytest.fixture
def systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped systems that stands where the program looks for them."""
    shutil.copytree(data_folder("systems"), tmp_path / "systems")
    monkeypatch.setattr(library, "_PACKAGE", tmp_path / "engine" / "dowager")
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "kept"))
    return tmp_path / "systems"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the systems that were compiled, not read."""
    names: list[str] = []
    load = loader._load

    def noted(file: SystemFile, *reading: Any) -> System:
        names.append(file.path.parent.name)
        return load(file, *reading)

    monkeypatch.setattr(loader, "_load", noted)
    return names


@pytest.fixture(scope="module")
def sayc_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, System]:
    """A folder in which `sayc` is kept, and the compiled system: it takes seconds to compile."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOWAGER_CACHE", str(folder))
        return folder, loader.load_system("sayc")


@pytest.fixture
def sayc_compiled(sayc_once: tuple[Path, System], monkeypatch: pytest.MonkeyPatch) -> System:
    """The compiled `sayc`; whoever loads it now reads the one that is kept."""
    monkeypatch.setenv("DOWAGER_CACHE", str(sayc_once[0]))
    return sayc_once[1]


CHOICE = """\
system: choice
default: natural
options: {notrump: [strong, weak]}
sections:
  - after: start
    rules:
      - {call: 1NT, if: notrump=strong, hand: balanced and hcp in 15..17}
      - {call: 1NT, if: notrump=weak, hand: balanced and hcp in 12..14}
      - {call: P}
"""


def _kept_files(systems: Path) -> list[Path]:
    return list((systems.parent / "kept").glob("*.system"))


def test_a_kept_system_bids_and_understands_as_the_compiled_one(
    sayc_compiled: System, compiled: list[str]
) -> None:
    first, second = Bidder(sayc_compiled), Bidder(loader.load_system("sayc"))
    assert compiled == []
    random = Random(12)
    for number in range(1, 17):
        deal = random_deal(random)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        auction = first.bid(deal, start)
        assert second.bid(deal, start) == auction
        records = (bidder.view(auction).records for bidder in (first, second))
        for one, other in zip(*records, strict=True):
            assert (one.rule is None) == (other.rule is None)
            if one.rule and other.rule:
                assert one.rule.rule.location == other.rule.rule.location


def test_the_default_system_of_a_kept_one_is_found(systems: Path, compiled: list[str]) -> None:
    write_system(systems / "choice", CHOICE)
    loader.load_system("choice")
    again = loader.load_system("choice")
    assert compiled == ["choice"]
    assert again.default is not None and again.default.name == "natural"


def test_a_changed_file_is_compiled_anew(systems: Path, compiled: list[str]) -> None:
    loader.load_system("natural")
    file = systems / "natural" / "system.yaml"
    file.write_text(file.read_text().replace("title: The system", "title: A system"))
    assert loader.load_system("natural").title == "A system of a stranger"
    assert compiled == ["natural", "natural"]
    assert len(_kept_files(systems)) == 1  # the older state is gone


def test_a_new_module_nearer_by_is_seen(systems: Path, compiled: list[str]) -> None:
    """`use: common/raises` means `sayc/common/raises.yaml` as soon as that is there."""
    before = len(loader.load_system("natural").rules)
    nearer = systems / "natural" / "common"
    nearer.mkdir()
    (nearer / "last_resort.yaml").write_text("module: natural/common/last_resort\nsections: []\n")
    assert len(loader.load_system("natural").rules) < before


def _half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _one_bit_wrong(whole: bytes) -> bytes:
    """Spoil what is only read when the last section is asked for its rules."""
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]


def _without_its_check(whole: bytes) -> bytes:
    """Return the pickle alone, as versions before this one kept it."""
    return whole[kept._CHECKED :]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: b"",
        lambda whole: b"\x80\x05garbage",
        lambda whole: b"not a pickle at all",
        _half,
        _one_bit_wrong,
        _without_its_check,
    ],
)
def test_a_spoilt_file_is_replaced(
    systems: Path, compiled: list[str], spoil: Callable[[bytes], bytes]
) -> None:
    loader.load_system("natural")
    (file,) = _kept_files(systems)
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert loader.load_system("natural").rules
    assert compiled == ["natural", "natural"]
    assert len(file.read_bytes()) == len(whole)


def test_nothing_is_kept_when_switched_off(
    systems: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[str]
) -> None:
    monkeypatch.setenv("DOWAGER_CACHE", "off")
    for _ in range(2):
        loader.load_system("natural")
    assert compiled == ["natural", "natural"]
    assert not _kept_files(systems)


def test_a_folder_that_cannot_be_written_is_no_fault(
    systems: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "file"))
    assert loader.load_system("natural").rules


def test_only_the_systems_used_last_are_kept(
    systems: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[str], tiny: Path
) -> None:
    monkeypatch.setattr(kept, "_MOST_KEPT", 2)
    for name in ("first", "second"):
        shutil.copytree(tiny.parent, tiny.parent.parent / name)
        loader.load_system(str(tiny.parent.parent / name))
    file = next(each for each in _kept_files(systems) if each.name.startswith("first"))
    os.utime(file, ns=(1, 1))
    loader.load_system(str(tiny.parent.parent / "first"))
    file = next(each for each in _kept_files(systems) if each.name.startswith("second"))
    os.utime(file, ns=(1, 1))
    loader.load_file(tiny)
    assert compiled == ["first", "second", "mine"]
    assert sorted(each.name.partition("-")[0] for each in _kept_files(systems)) == ["first", "mine"]


# -- an author's own system ------------------------------------------------------------------------


@pytest.fixture
def tiny(systems: Path) -> Path:
    """The file of an author's system that uses a module of its own and shipped ones."""
    folder = systems.parent / "own" / "mine"
    shutil.copytree(Path(__file__).parent / "data" / "tiny", folder)
    file = folder / "system.yaml"
    extended = "system: mine\nextends: natural\nuse: notes\ndefault: natural\nsections: []\n"
    file.write_text(extended)
    (folder / "notes.yaml").write_text("module: notes\nsections: []\n")
    return file


def test_an_authors_system_is_kept(systems: Path, compiled: list[str], tiny: Path) -> None:
    first, second = (loader.load_file(tiny) for _ in range(2))
    assert compiled == ["mine"]
    assert [rule.location for rule in first.rules] == [rule.location for rule in second.rules]
    assert second.default is not None and second.default.name == "natural"


def _edit_the_system(folder: Path) -> None:
    file = folder / "system.yaml"
    file.write_text(file.read_text() + "title: Mine\n")


def _edit_its_module(folder: Path) -> None:
    (folder / "notes.yaml").write_text("module: notes\ntitle: Notes\nsections: []\n")


def _remove_its_module(folder: Path) -> None:
    (folder / "notes.yaml").unlink()
    (folder.parent / "notes.yaml").write_text("module: notes\nsections: []\n")


def _put_a_system_of_that_name_nearer(folder: Path) -> None:
    shutil.copytree(folder.parent.parent / "systems" / "natural", folder.parent / "natural")


def _edit_what_it_extends(folder: Path) -> None:
    file = folder.parent.parent / "systems" / "natural" / "system.yaml"
    file.write_text(file.read_text() + "\n# edited\n")


@pytest.mark.parametrize(
    "change",
    [
        _edit_the_system,
        _edit_its_module,
        _remove_its_module,
        _put_a_system_of_that_name_nearer,
        _edit_what_it_extends,
    ],
)
def test_whatever_changes_what_a_system_says_is_seen(
    systems: Path, compiled: list[str], tiny: Path, change: Callable[[Path], None]
) -> None:
    loader.load_file(tiny)
    change(tiny.parent)
    for _ in range(2):
        loader.load_file(tiny)
    assert compiled == ["mine", "mine"]
    assert len(_kept_files(systems)) == 1


def test_a_file_that_the_system_does_not_use_changes_nothing(
    systems: Path, compiled: list[str], tiny: Path
) -> None:
    loader.load_file(tiny)
    (tiny.parent / "draft.yaml").write_text("not: [even, yaml\n")
    loader.load_file(tiny)
    assert compiled == ["mine"]


def test_files_are_shown_from_where_the_program_runs(
    systems: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for folder in (tiny.parent, tiny.parent.parent, tiny.parent):
        monkeypatch.chdir(folder)
        shown.append(loader.load_file(tiny).files[0])
    assert shown == ["system.yaml", "mine/system.yaml", "system.yaml"]


def test_a_folder_whose_name_is_not_utf8_is_kept_too(
    systems: Path, compiled: list[str], tiny: Path
) -> None:
    folder = tiny.parent.rename(tiny.parent.parent / os.fsdecode(b"mine\xff"))
    for _ in range(2):
        loader.load_file(folder / "system.yaml")
    assert len(compiled) == 1


def test_what_is_chosen_is_kept_apart(systems: Path, compiled: list[str]) -> None:
    write_system(systems / "choice", CHOICE)
    for _ in range(2):
        usual, weak = map(loader.load_system, ("choice", "choice(notrump=weak)"))
        assert usual.name != weak.name
        hands = [Hand.parse(text) for text in ("K52.KJ4.KT73.AJ2", "K52.QJ4.QT73.A32")]
        start = Auction(Seat.NORTH)
        calls = [
            [Bidder(each).choose(hand, start).call for hand in hands] for each in (usual, weak)
        ]
        assert calls == [[Call.NT1, Call.PASS], [Call.PASS, Call.NT1]]
    assert compiled == ["choice", "choice"]


# -- what is read when it is first asked for -------------------------------------------------------


def test_a_decision_reads_the_rules_of_few_sections(sayc_compiled: System) -> None:
    system = loader.load_system("sayc")
    after_notrump = Auction(Seat.NORTH).after(Call.NT1).after(Call.PASS)
    Bidder(system).choose(Hand.parse("KJ63.A74.52.Q973"), after_notrump)
    unread = [section for section in system.sections if section._kept]  # type: ignore[attr-defined]
    assert 3 / 4 < len(unread) / len(system.sections) < 1


def test_agreements_about_leads_are_read_without_rules(sayc_compiled: System) -> None:
    """So that a robot which plays cards starts as quickly as one that bids."""
    system = loader.load_system("sayc")
    assert system.carding is not None and system.carding is system.carding
    assert all(section._kept for section in system.sections)  # type: ignore[attr-defined]
    assert len(system.rules) > 1000


def test_a_kept_system_says_all_that_a_compiled_one_says(sayc_compiled: System) -> None:
    first, second = sayc_compiled, loader.load_system("sayc")
    assert type(first) is System and type(second) is not System
    for one, other in zip(first.sections, second.sections, strict=True):
        assert (one.after, one.span, one.rank) == (other.after, other.span, other.rank)
        assert list(map(_written, one.rules)) == list(map(_written, other.rules))
        assert all(second.rules[rule.number] is rule for rule in other.rules)
    assert len(first.rules) == len(second.rules)
    assert first.carding is not None and first.carding == second.carding
    with pytest.raises(AttributeError, match="nothing"):
        second.nothing  # type: ignore[attr-defined]  # noqa: B018


def _written(rule: Rule) -> tuple[object, ...]:
    return rule.number, rule.span, rule.name, rule.call.written, rule.hand.written


def test_a_kept_system_is_copied_whole(systems: Path) -> None:
    """Such as to another process, read or unread."""
    loader.load_system("natural")
    system = loader.load_system("natural")
    system._load_default = None
    copy = pickle.loads(pickle.dumps(system))
    assert [rule.span for rule in copy.rules] == [rule.span for rule in system.rules]


def test_threads_that_ask_at_once_are_given_the_same_rules(systems: Path) -> None:
    loader.load_system("natural")
    for _ in range(20):
        system = loader.load_system("natural")
        with ThreadPoolExecutor(8) as threads:
            all_rules = list(threads.map(lambda _, kept=system: kept.sections[0].rules, range(8)))
        assert all(rules is all_rules[0] for rules in all_rules)


# -- several processes, and the digest of the program ----------------------------------------------

BID = "import dowager; print(dowager.Table('natural').bid('KJ63.A74.52.Q973').call)"


def test_processes_that_start_at_once_keep_one_whole_file(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    environment = {**os.environ, "DOWAGER_CACHE": str(folder)}
    started = [
        subprocess.Popen([sys.executable, "-c", BID], env=environment, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    assert [process.communicate()[0] for process in started] == [b"P\n"] * 4
    (file,) = folder.glob("*.system")
    assert kept.read_kept(file) is not None
    assert {each.suffix for each in folder.iterdir()} == {".system", ".digest"}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of two files; what it is digested to stays in a folder of the test."""
    (tmp_path / "program" / "below").mkdir(parents=True)
    for name in ("first.py", "below/second.py"):
        (tmp_path / "program" / name).write_text("first = 1\n")
    monkeypatch.setattr(kept, "_PACKAGE", tmp_path / "program")
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "kept"))
    return tmp_path / "program"


def _digest() -> str:
    kept.program_digest.cache_clear()
    try:
        return kept.program_digest()
    finally:
        kept.program_digest.cache_clear()


def test_the_files_of_the_program_are_read_once(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _digest()
    monkeypatch.setattr(kept, "_digest_of_files", lambda: pytest.fail("they were read again"))
    assert _digest() == first


@pytest.mark.parametrize("change", ["length", "content", "name", "removed", "added"])
def test_a_changed_program_has_another_digest(program: Path, change: str) -> None:
    first, file = _digest(), program / "below" / "second.py"
    state = file.stat()
    match change:
        case "length":
            file.write_text("first = 10\n")
        case "content":  # of the same length and, for all that utime can do, of the same time
            file.write_text("first = 2\n")
            os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
        case "name":
            file.rename(program / "below" / "third.py")
        case "removed":
            file.unlink()
        case _:
            (program / "third.py").write_text("")
    assert _digest() != first


def test_the_same_files_elsewhere_have_the_same_digest(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _digest()
    shutil.copytree(program, program.parent / "copy")
    monkeypatch.setattr(kept, "_PACKAGE", program.parent / "copy")
    assert _digest() == first


@pytest.mark.parametrize("spoilt", [b"", b"\xff\xfe", b"one two three", b"deadbeef cafe\n"])
def test_a_spoilt_digest_is_worked_out_again(program: Path, spoilt: bytes) -> None:
    first, (file,) = _digest(), (program.parent / "kept").glob("*.digest")
    whole = file.read_bytes()
    file.write_bytes(spoilt)
    assert _digest() == first
    assert file.read_bytes() == whole
