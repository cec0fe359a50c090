"""Noticing that files are saved, however an editor saves them.

Folders are watched, not files: many editors write a new file and rename it, so that the old one is
gone. Names that editors use for swap and backup files do not count; a burst of writes is one save.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

from watchfiles import Change, DefaultFilter, watch

_STEP = 50
"""Milliseconds of silence after which a burst of writes is over."""

_BURST = 500
"""Milliseconds after which a burst counts as over in any case."""

_BEAT = 200
"""Milliseconds after which a thread that hears nothing checks whether it is still wanted."""


class Saves:
    """Notices saves in some folders, in its own thread.

    Args:
        counts: whether a save of a file counts.
    """

    def __init__(self, counts: Callable[[Path], bool]) -> None:
        self._counts = counts
        self._saved = Event()
        self._folders: frozenset[tuple[Path, int]] = frozenset()
        self._ear: _Ear | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._stop()

    @property
    def happened(self) -> bool:
        """Whether there was a save since `forget`."""
        return self._saved.is_set()

    def forget(self) -> None:
        """Forget the saves up to now."""
        self._saved.clear()

    def wait(self) -> None:
        """Wait until there is a save."""
        while not self._saved.wait(60.0):
            pass

    def follow(self, folders: Iterable[Path]) -> bool:
        """Hear of saves in these folders from now on, and in no others; not in those below them.

        Returns:
            Whether the folders have changed. Earlier saves in a new one have not been heard.
        """
        # A folder that was removed and made again is another one under the same name.
        wanted = frozenset((path, path.stat().st_ino) for path in folders if path.is_dir())
        if wanted == self._folders:
            return False
        self._stop()
        self._folders = wanted
        self._ear = _Ear([path for path, _ in sorted(wanted)], self._counts, self._saved)
        return True

    def _stop(self) -> None:
        if self._ear is not None:
            self._ear.stop()
            self._ear = None


class _Ear:
    """Listens to a set of folders, until it is stopped; it hears once it has been made."""

    def __init__(
        self, folders: Sequence[Path], counts: Callable[[Path], bool], saved: Event
    ) -> None:
        self._usual = DefaultFilter()
        self._counts = counts
        self._stop = Event()
        ready = Event()
        self._thread = Thread(target=self._listen, args=(folders, saved, ready), daemon=True)
        self._thread.start()
        ready.wait()

    def stop(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _listen(self, folders: Sequence[Path], saved: Event, ready: Event) -> None:
        try:
            for changes in watch(
                *folders, watch_filter=self._wanted, debounce=_BURST, step=_STEP,
                rust_timeout=_BEAT, yield_on_timeout=True, recursive=False,
                stop_event=self._stop, ignore_permission_denied=True,
            ):  # fmt: skip
                ready.set()
                if changes:
                    saved.set()
        finally:
            ready.set()

    def _wanted(self, change: Change, path: str) -> bool:
        return self._usual(change, path) and self._counts(Path(path))
