"""How long a robot waits: it says what for, and leaves where it cannot go on."""

from __future__ import annotations

from collections.abc import Callable

from dowager.table import PlayerConversation

_SAYS = 10.0
"""Seconds of waiting after which a robot says what it waits for."""


class Waiting:
    """Watches how long one conversation waits.

    Nobody knows how long others may think, so that waiting alone never ends a session. It ends when
    what has come in place of what is needed cannot be used: nothing else will come then.

    Args:
        conversation: whose waiting it is.
        patience: seconds to wait on after something that cannot be used.
        report: takes lines for the operator.
    """

    def __init__(
        self, conversation: PlayerConversation, patience: float, report: Callable[[str], None]
    ) -> None:
        self._conversation = conversation
        self._patience = patience
        self._report = report
        self._epoch = -1
        self._since = 0.0
        self._doubted: float | None = None
        self._said = False

    def look(self, now: float) -> str:
        """Report what is waited for, when it is time.

        Args:
            now: seconds by the same clock as at the last look.

        Returns:
            Why there is no use in waiting on; empty while there may be.
        """
        conversation = self._conversation
        if conversation.epoch != self._epoch:
            self._epoch, self._since = conversation.epoch, now
            self._doubted, self._said = None, False
        if not conversation.waits_for:
            return ""
        if conversation.doubt:
            return self._doubt(now)
        if not self._said and now - self._since >= _SAYS:
            self._said = True
            self._report(f"waiting for {conversation.waits_for}")
        return ""

    def _doubt(self, now: float) -> str:
        what = f"{self._conversation.waits_for}, and cannot use {self._conversation.doubt}"
        if self._doubted is None:
            self._doubted, self._said = now, True
            self._report(f"waiting for {what}; leaving in {self._patience:g} s")
        if now - self._doubted < self._patience:
            return ""
        return f"waited {self._patience:g} s for {what}"
