"""A brain that does one thing wrong, as a program: `unruly_brain.py WAY [ACTION]`.

It plays the first legal action otherwise, and goes wrong at its first action, or at a later one.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def wait() -> None:
    """Do nothing, whatever comes."""
    while True:
        time.sleep(1000)


def flood(data: bytes) -> None:
    while True:
        os.write(1, data)


def fill_memory() -> None:
    kept = []
    while True:
        kept.append(bytearray(b"x" * 4_000_000))
        time.sleep(0.01)


def fill_disk() -> None:
    for number in range(4):
        Path(f"{number}").write_bytes(b"x" * 9_000_000)
    wait()


def start_others() -> None:
    """Start a process that holds on to our output, and wait with it."""
    subprocess.Popen(["sleep", "100000"])
    wait()


def close_output() -> None:
    os.close(1)
    wait()


def end(code: int, word: str = "") -> None:
    print(word, file=sys.stderr, flush=True)
    os._exit(code)


WAYS: dict[str, Callable[[], None]] = {
    "is silent": wait,
    "ends": lambda: end(0),
    "fails": lambda: end(3, "I am\nlost"),
    "crashes": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "floods": lambda: flood(b"x" * 65_536),
    "talks": lambda: flood(b"MESSAGE hello\n" * 1000),
    "fills the memory": fill_memory,
    "takes too much at once": lambda: bytearray(3_000_000_000) and None,
    "fills the disk": fill_disk,
    "starts others": start_others,
    "closes its output": close_output,
    "says half a line": lambda: os.write(1, b"P") and wait(),
    "says a long line": lambda: say("x" * 1_000_000),
    "is rude": lambda: say("\x00\udcff;", "P"),
    "is illegal": lambda: say("XX"),
    "refuses": lambda: say("ERROR I will not"),
}


def main() -> None:
    """Be a brain."""
    sys.stdout.reconfigure(errors="surrogateescape")
    way, when = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    legal, actions = "", 0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "ABOUT":
                if way == "never answers":
                    wait()
                say('name="Unruly"')
            case "START" | "RESTART":
                if way == "does not start":
                    wait()
                say("UNKNOWN" if way == "does not restart" and word == "RESTART" else "OK")
            case "INFO" if rest.startswith("legal "):
                legal = rest[6:].split(",")[0]
            case "BEGIN" | "DONE":
                actions += 1
                if actions == when and way in WAYS:
                    WAYS[way]()
                say(legal)
            case "END":
                if way == "does not end":
                    wait()
                return


if __name__ == "__main__":
    main()
