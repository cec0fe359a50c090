"""Every shipped module can be used without the others: it brings the words that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from dowager.language.files import load_file

_SYSTEMS = Path(__file__).parents[1] / "systems"
_ARGUMENTS = {"after": "1NT", "level": 2, "style": "1430"}
"""For parameters that have no default."""


def _modules() -> list[str]:
    files = (path for path in _SYSTEMS.glob("[a-z]*/*.yaml") if path.name != "system.yaml")
    return sorted(path.relative_to(_SYSTEMS).with_suffix("").as_posix() for path in files)


@pytest.mark.parametrize("module", _modules())
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
