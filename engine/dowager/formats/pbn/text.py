"""PBN 2.1 as text: tag pairs, sections, comments, escapes, games, inheritance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dowager.errors import InputError
from dowager.formats.board import Tag
from dowager.formats.source_text import SourceText

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
    *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags that every game has, in the order of the standard (PBN 2.1, mandatory tag set)."""

PART_SCORES = "PartScores"
"""Our own tag, of boards of a rubber: what each side has below the line, `NS 60 EW 40`."""

_TOKEN = re.compile(
    r"""(?P<escape> ^%[^\n]*)
      | (?P<remark> ;[^\n]*)
      | (?P<block> \{[^}]*\})
      | (?P<tag> \[\s* (?P<name>\w+) \s*" (?P<value>(?:\\.|[^"\\\n])*) "\s*\])
      | (?P<end> \n)
      | (?P<section> (?: "[^"\n]*" | [^\n;{\[] )+)
      """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
_FIRST_OF_GAME = ("Event", "Board")


@dataclass(slots=True)
class RawTag:
    """A tag pair with its offset, and the lines of its section with theirs."""

    name: str
    value: str
    start: int
    lines: list[tuple[int, str]] = field(default_factory=list)

    def tag(self) -> Tag:
        """Return the tag without its offsets."""
        return Tag(self.name, self.value, tuple(line for _, line in self.lines))


@dataclass(slots=True)
class RawGame:
    """The tag pairs and comments of a game, in the order of the file."""

    tags: list[RawTag] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Whether the game has a tag of that name."""
        return any(tag.name == name for tag in self.tags)


class _Splitter:
    """Divides tokens into games; an empty line ends a game, and so does a second board number."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.games = [RawGame()]
        self.line: list[str] = []
        self.line_start = 0
        self.empty_line = True

    def take(self, kind: str, match: re.Match[str]) -> None:
        if kind == "end":
            self._end_line()
            return
        if kind == "section" and not match.group().strip():
            self._add_to_line(match)
            return
        self.empty_line = False
        if kind == "tag":
            self._tag(match)
        elif kind == "section":
            self._add_to_line(match)
        elif kind in ("remark", "block"):
            comment = match[0][1:-1] if kind == "block" else match[0][1:]
            self.games[-1].comments += [comment.strip()] if comment.strip() else []

    def _add_to_line(self, match: re.Match[str]) -> None:
        if not "".join(self.line).strip():
            self.line, self.line_start = [], match.start()
        self.line.append(match.group())

    def _tag(self, match: re.Match[str]) -> None:
        self._end_section_line()
        name = match["name"]
        if name in _FIRST_OF_GAME and self.games[-1].has(name):
            self.games.append(RawGame())
        value = re.sub(r'\\(["\\])', r"\1", match["value"])
        self.games[-1].tags.append(RawTag(name, value, match.start()))

    def _end_section_line(self) -> None:
        text = "".join(self.line)
        self.line = []
        if not text.strip():
            return
        start = self.line_start + len(text) - len(text.lstrip())
        if not self.games[-1].tags:
            raise self.source.fault(start, f"{text.strip()!r} comes before the first tag pair")
        self.games[-1].tags[-1].lines.append((start, text.strip()))

    def _end_line(self) -> None:
        self._end_section_line()
        if self.empty_line and self.games[-1].tags:
            self.games.append(RawGame())
        self.empty_line = True


def split_games(source: SourceText) -> list[RawGame]:
    """Return the games of a PBN text, with inherited tag values filled in.

    Raises:
        InputError: text that is not a tag pair, section or comment, or `#` with nothing to inherit.
    """
    splitter = _Splitter(source)
    for kind, match in _tokens(source):
        splitter.take(kind, match)
    splitter._end_line()
    *games, last = splitter.games
    if last.tags:
        games.append(last)
    elif games:
        games[-1].comments += last.comments
    _inherit(games, source)
    return games


def _tokens(source: SourceText) -> Iterator[tuple[str, re.Match[str]]]:
    offset, text = 0, source.text
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            raise source.fault(offset, _what_is_wrong(text[offset]))
        # `lastgroup` names the last group closed, which for a tag pair is the whole pair.
        yield match.lastgroup or "", match
        offset = match.end()


def _what_is_wrong(letter: str) -> str:
    if letter == "{":
        return "the comment that starts here is never closed with }"
    return 'this is not a tag pair; write [Name "value"] on one line'


def _inherit(games: list[RawGame], source: SourceText) -> None:
    """Fill in `#`, the value of the game before, and `##`, the value for all games after it."""
    before: dict[str, str] = {}
    standing: dict[str, str] = {}
    for game in games:
        for tag in game.tags:
            if tag.name == "Note":
                continue
            heir = tag.value.startswith("##")
            if tag.value in ("#", "##"):
                if tag.name not in before:
                    message = (
                        f"{tag.name} {tag.value!r} inherits, but no earlier game has {tag.name}"
                    )
                    raise source.fault(tag.start, message)
                tag.value = before[tag.name]
            elif heir:
                tag.value = tag.value[2:]
            if heir:
                standing[tag.name] = tag.value
        last = game.tags[-1].start
        missing = [name for name in standing if not game.has(name)]
        game.tags += [RawTag(name, standing[name], last) for name in missing]
        before |= {tag.name: tag.value for tag in game.tags}


def tag_text(tag: Tag) -> list[str]:
    """Return the lines of a tag pair and its section.

    Raises:
        InputError: PBN cannot express the name, the value or a line.
    """
    if not re.fullmatch(r"\w+", tag.name, re.ASCII):
        raise InputError(f"{tag.name!r} is not a PBN tag name; use letters, digits and _")
    if re.search(r"[\n\r]", tag.value):
        raise InputError(f"PBN cannot write the {tag.name} {tag.value!r}: it has a line break")
    if tag.name != "Note" and (tag.value == "#" or tag.value.startswith("##")):
        raise InputError(f"PBN cannot write the {tag.name} {tag.value!r}: it would inherit")
    for line in tag.lines:
        if not _is_section_line(line):
            raise InputError(f"PBN cannot write {line!r} as a section line of {tag.name}")
    # A backslash stays single where it may: other readers know table columns only as `Rank\2R`.
    quoted = re.sub(r'"|\\(?=["\\]|$)', r"\\\g<0>", tag.value)
    return [f'[{tag.name} "{quoted}"]', *tag.lines]


def _is_section_line(line: str) -> bool:
    match = _TOKEN.match(line)
    whole = match is not None and match.lastgroup == "section" and match.end() == len(line)
    return whole and "\r" not in line and line == line.strip() != ""


def comment_text(comment: str) -> str:
    """Return a comment in `{}`, or after `;` when it has a closing brace.

    Raises:
        InputError: the comment has both a closing brace and a line break.
    """
    if "}" not in comment:
        return f"{{{comment}}}"
    if re.search(r"[\n\r]", comment):
        raise InputError(f"PBN cannot write the comment {comment!r}: both }} and line breaks")
    return f";{comment}"
