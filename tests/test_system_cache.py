"""Compiled systems that are kept between runs: right, found again, and never trusted when stale."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.cards import random_deal
from dowager.language.compile import System
from dowager.language.files import cache as kept
from dowager.language.files import data_folder, library, loader


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

    def noted(path: Path) -> System:
        names.append(path.parent.name)
        return load(path)

    monkeypatch.setattr(loader, "_load", noted)
    return names


def _kept_files(systems: Path) -> list[Path]:
    return list((systems.parent / "kept").glob("*"))


def test_a_kept_system_bids_and_understands_as_the_compiled_one(
    systems: Path, compiled: list[str]
) -> None:
    first, second = (Bidder(loader.load_system("sayc")) for _ in range(2))
    assert compiled == ["sayc"]
    random = Random(12)
    for number in range(1, 41):
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
    loader.load_system("sayc")
    again = loader.load_system("sayc")
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


@pytest.mark.parametrize("spoilt", [b"", b"\x80\x05garbage", b"not a pickle at all"])
def test_a_spoilt_file_is_replaced(systems: Path, compiled: list[str], spoilt: bytes) -> None:
    loader.load_system("natural")
    (file,) = _kept_files(systems)
    whole = file.read_bytes()
    file.write_bytes(spoilt)
    assert loader.load_system("natural").rules
    assert compiled == ["natural", "natural"]
    assert len(file.read_bytes()) == len(whole)


def test_nothing_is_kept_when_switched_off_or_elsewhere(
    systems: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    own = tmp_path / "mine" / "system.yaml"
    shutil.copy(Path(__file__).parent / "data" / "tiny" / "system.yaml", own)
    loader.load_file(own)
    monkeypatch.setenv("DOWAGER_CACHE", "off")
    loader.load_system("natural")
    assert kept.kept_file(own) is None
    assert not _kept_files(systems)


def test_a_folder_that_cannot_be_written_is_no_fault(
    systems: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "file"))
    assert loader.load_system("natural").rules


def test_a_copy_of_the_program_elsewhere_keeps_its_own(
    systems: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is kept names files: those of another copy may be gone tomorrow."""
    first = kept.kept_file(systems / "natural" / "system.yaml")
    copy = tmp_path / "another" / "systems"
    shutil.copytree(systems, copy)
    monkeypatch.setattr(kept, "data_folder", lambda kind: copy)
    second = kept.kept_file(copy / "natural" / "system.yaml")
    assert first is not None and second is not None and first != second
