"""What is built for the package index: a wheel and an sdist, each installed alone and run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
from trove_classifiers import classifiers

import dowager
from support.commands import ROOT

_ASK = """
import json
from importlib.metadata import distribution
from importlib.resources import files
import dowager
print(json.dumps({
    "version": distribution("dowager").version,
    "code": dowager.__file__,
    "typed": files("dowager").joinpath("py.typed").is_file(),
    "licence": distribution("dowager").read_text("licenses/LICENSE"),
}))
"""


def build(kind: str, source: Path, folder: Path) -> Path:
    """Build a wheel or an sdist of a source tree, with what is installed here; return the file."""
    words = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*words, str(source)], check=True, capture_output=True)
    (file,) = folder.glob("dowager-*")
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist."""
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the sdist where there is no repository."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install a package into a new environment; return the folder of its programs.

    What the package depends on is lent by the environment of the tests, but not its own install.
    """
    if request.param == "wheel":
        package = request.getfixturevalue("wheel")
    else:
        source = request.getfixturevalue("unpacked")
        package = build("wheel", source, tmp_path_factory.mktemp("from-sdist"))
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(package)], check=True, capture_output=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    lent = [path for path in sys.path if path.endswith("-packages")]
    (packages / "lent.pth").write_text("\n".join(lent))
    return folder / "bin"


def run_installed(words: list[str], elsewhere: Path) -> str:
    """Run an installed program in another folder, without the source tree on its path."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        words,
        cwd=elsewhere,
        env=environment | {"COLUMNS": "200"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert result.stderr == ""
    return result.stdout


# -- what the packages hold ------------------------------------------------------------------------


def data_files() -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for kind in ("systems", "quizzes")
        for path in (ROOT / kind).rglob("*.yaml")
    }


def code_files() -> set[str]:
    return {
        str(path.relative_to(ROOT / "engine"))
        for kind in ("*.py", "templates/*", "py.typed")
        for path in (ROOT / "engine/dowager").rglob(kind)
    }


def test_the_wheel_holds_every_system_and_quiz(wheel: Path) -> None:
    assert "systems/natural/system.yaml" in data_files()
    assert {f"dowager/_data/{name}" for name in data_files()} <= set(ZipFile(wheel).namelist())


def test_the_wheel_holds_the_code_its_type_marker_and_the_licence(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert "dowager/py.typed" in code_files()
    assert code_files() <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests/", "tools/")) for name in names)


def test_the_sdist_holds_all_that_is_built_and_tested(unpacked: Path) -> None:
    wanted = data_files() | {f"engine/{name}" for name in code_files()}
    wanted |= {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py")}
    wanted |= {"LICENSE", "README.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml", ".ci/run"}
    held = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*")}
    assert wanted <= held, wanted - held
    assert not any("__pycache__" in name or name.startswith(".git/") for name in held)


# -- what they say of themselves -------------------------------------------------------------------


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """Return the metadata of the wheel."""
    with ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def test_the_metadata_is_what_an_index_takes(metadata: Message) -> None:
    assert metadata["Version"] == dowager.__version__
    assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.11")
    assert set(metadata.get_all("Classifier", [])) <= set(classifiers)
    assert "Project-URL" not in metadata and "Home-page" not in metadata
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert first and first[1] == dowager.__version__


# -- what they do when they are installed ----------------------------------------------------------


def test_the_installed_package_stands_by_itself(installed: Path, tmp_path: Path) -> None:
    told = json.loads(run_installed([f"{installed}/python", "-c", _ASK], tmp_path))
    assert told["version"] == dowager.__version__ and told["typed"]
    assert Path(told["code"]).is_relative_to(installed.parent)
    assert told["licence"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    data = Path(told["code"]).parent / "_data"
    assert sorted(path.name for path in data.iterdir()) == ["quizzes", "systems"]
    answer = run_installed([f"{installed}/dowager", "--version"], tmp_path)
    assert answer == f"dowager, version {dowager.__version__}\n"


def test_the_installed_command_bids_from_another_folder(installed: Path, tmp_path: Path) -> None:
    words = ["bid", "AQ5.KJ4.KT73.Q92", "--system", "natural", "--json"]
    answer = run_installed([f"{installed}/dowager", *words], tmp_path)
    assert '"call": "1NT"' in answer
    assert '"rule": "systems/natural/system.yaml:' in answer
    assert run_installed([f"{installed}/python", "-m", "dowager", *words], tmp_path) == answer


def test_the_installed_command_asks_its_quizzes(installed: Path, tmp_path: Path) -> None:
    answer = run_installed([f"{installed}/dowager", "quiz", "--system", "natural"], tmp_path)
    assert re.search(r"^(\d+) of \1 quizzes passed", answer, re.MULTILINE)


def test_the_installed_command_makes_a_new_system(installed: Path, tmp_path: Path) -> None:
    run_installed([f"{installed}/dowager", "new", "mine"], tmp_path)
    words = ["quiz", "mine/quizzes.yaml", "--system", "mine/", "--json"]
    quizzes = run_installed([f"{installed}/dowager", *words], tmp_path)
    assert '"passed": true' in quizzes and '"passed": false' not in quizzes
