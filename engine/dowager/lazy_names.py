"""Names of a package that are imported when they are first used, so that commands start quickly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package that imports some of its names on first use.

    Type checkers see nothing of it: import the same names under `if TYPE_CHECKING:`.

    Args:
        package: the package's `__name__`.
        homes: by file below the package, such as `api.table`, its names, separated by blanks.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def imported(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return imported
