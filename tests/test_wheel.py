"""Test of the wheel: what it holds, and that the program installed from it finds its data."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from support.commands import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*words, str(ROOT)], check=True, capture_output=True)
    (file,) = folder.glob("dowager-*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone into a folder; what it depends on stays where it is."""
    folder = tmp_path_factory.mktemp("installed")
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*words, "--target", str(folder), str(wheel)], check=True, capture_output=True)
    return folder


def run_installed(installed: Path, elsewhere: Path, *args: str) -> str:
    """Run the installed command in another folder; the source tree is not on its path."""
    words = [sys.executable, str(installed / "bin" / "dowager"), *args]
    # PYTHONPATH comes before the site packages, and so before an editable install of the tree.
    environment = os.environ | {"PYTHONPATH": str(installed), "COLUMNS": "200"}
    result = subprocess.run(
        words, cwd=elsewhere, env=environment, check=True, capture_output=True, text=True
    )
    assert result.stderr == ""
    return result.stdout


def test_wheel_holds_every_system_and_quiz(wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if name.startswith("dowager/_data/")}
    files = {
        f"dowager/_data/{path.relative_to(ROOT)}"
        for kind in ("systems", "quizzes")
        for path in (ROOT / kind).rglob("*.yaml")
    }
    assert "dowager/_data/systems/natural/system.yaml" in files
    assert files <= held


def test_wheel_holds_the_code_its_type_marker_and_the_licence(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    code = {
        str(path.relative_to(ROOT / "engine"))
        for kind in ("*.py", "templates/*")
        for path in (ROOT / "engine/dowager").rglob(kind)
    }
    assert code | {"dowager/py.typed"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests/", "tools/")) for name in names)


def test_installed_command_bids_from_another_folder(installed: Path, tmp_path: Path) -> None:
    answer = run_installed(
        installed, tmp_path, "bid", "AQ5.KJ4.KT73.Q92", "--system", "natural", "--json"
    )
    assert '"call": "1NT"' in answer
    assert '"rule": "systems/natural/system.yaml:' in answer


def test_installed_command_makes_a_new_system(installed: Path, tmp_path: Path) -> None:
    run_installed(installed, tmp_path, "new", "mine")
    quizzes = run_installed(
        installed, tmp_path, "quiz", "mine/quizzes.yaml", "--system", "mine/", "--json"
    )
    assert '"passed": true' in quizzes and '"passed": false' not in quizzes


def test_installed_command_is_the_installed_one(installed: Path, tmp_path: Path) -> None:
    code = "import dowager.language.files.library as one; print(one.data_folder('quizzes'))"
    environment = os.environ | {"PYTHONPATH": str(installed)}
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, capture_output=True
    )
    assert result.stdout.decode().strip() == str(installed / "dowager" / "_data" / "quizzes")
    assert sorted(path.name for path in (installed / "dowager/_data").iterdir()) == [
        "quizzes",
        "systems",
    ]
