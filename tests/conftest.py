"""What all tests find: the command in this process, the shipped systems, a cache of their own."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dowager.bidder import Bidder
from dowager.language.compile import System
from support import alertable_rules, choices
from support.commands import ROOT, Dowager
from support.systems import shipped, shipped_bidder

# How long an example takes says more about the machine than about the code.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_configure(config: pytest.Config) -> None:
    """Let all test processes share a cache that no other program has written.

    Where systems are loaded a fifth of the time went into tracing them: the collector comes less.
    """
    gc.set_threshold(50_000, 20, 20)
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="dowager-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        os.environ["DOWAGER_CACHE"] = folder


@pytest.fixture(scope="module", autouse=True)
def forgotten(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget after a file what only its tests have kept: positions of systems take gigabytes."""
    yield
    for module in (request.module, alertable_rules, choices):
        for value in vars(module).values():
            if hasattr(value, "cache_clear") and value.__module__ == module.__name__:
                value.cache_clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dowager:
    """Return the command, which runs in this process, in the repository's folder."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(ROOT)
    return Dowager(capsys, monkeypatch)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let nothing be found that another test has kept; return the folder of what is kept."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("DOWAGER_CACHE", str(folder))
    return folder


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be kept."""
    monkeypatch.setenv("DOWAGER_CACHE", "off")


@pytest.fixture(scope="session")
def sayc() -> System:
    """Return the shipped system that is played most."""
    return shipped("sayc")


@pytest.fixture(scope="session")
def natural() -> System:
    """Return the shipped system of a stranger."""
    return shipped("natural")


@pytest.fixture(scope="session")
def sayc_bidder() -> Bidder:
    """Return a bidder of `sayc`, against opponents who play it too."""
    return shipped_bidder()
