"""Every shipped module can be used without the others: it brings the words that it needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from dowager.language.files import describe_modules, load_file
from support.sweeps import sampled

_SYSTEMS = Path(__file__).parents[1] / "systems"
_ARGUMENTS = {"after": "1NT", "level": 2, "style": "1430"}
"""For parameters that have no default."""


def _modules() -> list[str]:
    files = (path for path in _SYSTEMS.glob("[a-z]*/*.yaml") if path.name != "system.yaml")
    return sorted(path.relative_to(_SYSTEMS).with_suffix("").as_posix() for path in files)


@pytest.mark.parametrize("module", sampled(_modules(), 3))
def test_a_module_brings_its_words(module: str, tmp_path: Path) -> None:
    written = yaml.safe_load((_SYSTEMS / f"{module}.yaml").read_text())
    wanted = [name for name, usual in (written.get("parameters") or {}).items() if usual is None]
    use = {module: {name: _ARGUMENTS[name] for name in wanted}} if wanted else module
    system = {
        "system": "alone",
        "use": [use],
        "sections": [{"after": "start", "rules": [{"call": "P"}]}],
    }
    folder = tmp_path / "alone"
    folder.mkdir()
    (folder / "system.yaml").write_text(yaml.safe_dump(system))
    assert load_file(folder / "system.yaml").sections


@pytest.mark.parametrize("base", sampled(["natural", "precision"], 2))
def test_shared_modules_can_be_used_over_any_system(base: str, tmp_path: Path) -> None:
    names = [module.name for module in describe_modules() if module.shared]
    folder = tmp_path / "extending"
    folder.mkdir()
    text = f"system: extending\nextends: {base}\nuse: [{', '.join(names)}]\nsections: []\n"
    (folder / "system.yaml").write_text(text)
    used = {rule.location.partition(":")[0] for rule in load_file(folder / "system.yaml").rules}
    files = [f"systems/{name}.yaml" for name in names]
    with_rules = [file for file in files if "\n    rules:" in (_SYSTEMS.parent / file).read_text()]
    assert len(with_rules) > 70
    assert [file for file in with_rules if file not in used] == []


def test_parameters_that_an_if_compares_say_which_words_they_take() -> None:
    undeclared = []
    for path in _SYSTEMS.glob("[a-z]*/*.yaml"):
        text = path.read_text()
        parameters = (yaml.safe_load(text) or {}).get("parameters") or {}
        compared = set(re.findall(r"\bif:.*?\$(\w+)\s*!?=", text))
        undeclared += [
            f"{path.name}: {name}"
            for name in compared & set(parameters)
            if not isinstance(parameters[name], dict)
        ]
    assert undeclared == []
