"""Gathering a system's files: what `extends` and `use` bring in, in order, arguments filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from dowager.errors import Fault, InputError, Span
from dowager.language.files.arguments import substitute
from dowager.language.files.brief import written_out
from dowager.language.files.changes import changed
from dowager.language.files.empty_lists import check_lists
from dowager.language.files.finder import ON_DISK, Finder
from dowager.language.files.library import module_names
from dowager.language.files.library import system_names as all_system_names
from dowager.language.files.meanings import with_meanings
from dowager.language.files.options import (
    Chooser,
    Declared,
    Settings,
    check_tests,
    declared_options,
    unasked,
    unknown_choices,
)
from dowager.language.files.parameters import (
    argument_values,
    check_module_choices,
    declared_parameters,
    lacking,
)
from dowager.language.text.entries import check_keys, texts
from dowager.language.text.keys import MODULE_KEYS, SYSTEM_KEYS, Keys
from dowager.language.text.system_file import Choices, SystemFile, without_choices
from dowager.language.text.used_file import UsedFile
from dowager.language.text.vocabulary import closest, guess
from dowager.language.text.yaml_values import Entries, Items, Text, Value, read_yaml

Reader = Callable[[Path, str, list[Fault]], Value | None]
"""Reads a YAML file as `read_yaml` does: its path, its name in faults, where faults go."""

_MOST_PARTS = 500

_USES = ("use", "words")
"""The keys that name modules."""

_ELSEWHERE = {
    "system": {key: "of a module" for key in MODULE_KEYS if key not in SYSTEM_KEYS},
    "module": {
        key: "of a system's own file, system.yaml" for key in SYSTEM_KEYS if key not in MODULE_KEYS
    },
}
"""By the kind of a file, the keys of the other kind, and what they are keys of."""

_OF_WORDS = ("module", "title", "about", "source", "needs", "define")
"""The keys of a module that are left where only its words are used."""


class Gatherer:
    """Reads a system's file and all that it uses.

    Args:
        faults: where faults go.
        read: reads one file.
        find: finds the files that names lead to.

    Attributes:
        files: the names of the files read so far, as faults show them.
        unusual: what is chosen of the system's options, and of those of systems that it extends,
            where it is not what holds without a choice.
        noted: how many faults there were when all was gathered.
        baseless: whether an extended system cannot be read.
        moduleless: whether a module is not there.
        unfilled: the names of the modules' files that lack an argument.
        settings: the options of the system and of those that it extends, with what is chosen.
    """

    def __init__(
        self, faults: list[Fault], read: Reader = read_yaml, find: Finder = ON_DISK
    ) -> None:
        self.faults = faults
        self._read_file = read
        self._find = find
        self.files: list[str] = []
        self.unusual: Choices = ()
        self.settings = Settings({}, {})
        self.unfilled: set[str] = set()
        self.baseless = self.moduleless = False
        self.noted = 0
        self._documents: dict[Path, Entries | None] = {}
        self._taken: set[tuple[Path, str]] = set()
        # modules that had been used before with the same arguments, and add nothing: names and file
        self._repeated: list[tuple[tuple[str, str], str]] = []
        # parts of the systems that extend the one that is read
        self._above: list[UsedFile] = []
        # names of modules that the extended systems use under one choice or another
        self._below: set[str] = set()

    def gather(self, file: SystemFile | Path) -> list[UsedFile]:
        """Return a system's parts in order: modules, its own sections, then the base's parts."""
        chosen = file if isinstance(file, SystemFile) else SystemFile(file)
        start = Span(self._find.shown(chosen.path), 1, 1)
        parts = self._system(chosen.resolve(), (), (), start)
        self.noted = len(self.faults)
        return parts

    @property
    def own(self) -> Entries | None:
        """The file of the system itself, as it is written; None when it cannot be read."""
        return next(iter(self._documents.values()), None)

    @property
    def written(self) -> list[Entries]:
        """The files read so far, as they are written, without those that have no keys."""
        return [document for document in self._documents.values() if document is not None]

    def _fault(self, span: Span, message: str) -> None:
        self.faults.append(Fault(span, message))

    def _system(
        self, file: SystemFile, fixed: Choices, above: tuple[Path, ...], named: Span
    ) -> list[UsedFile]:
        """Return the parts of a system.

        Args:
            file: its file, with what a user chooses.
            fixed: what the system that extends it chooses.
            above: the files of the systems that extend it.
            named: where it is named.
        """
        path = file.path
        written = self._read(path, "system", SYSTEM_KEYS)
        if written is None:
            self.baseless = True
            return []
        declared = declared_options(written, self.faults)
        settings = self._settings(written, path, (*fixed, *file.choices), above)
        self.settings = self.settings if above else settings
        options = written.key("options")
        listed = named if above or options is None else options.span
        fixed_here, fixed_below = self._parted(fixed, declared, settings, named)
        chosen_here, chosen_below = self._parted(file.choices, declared, settings, listed)
        usual = {name: values[0] for name, values in declared.items()} | fixed_here
        self.unusual += tuple(each for each in chosen_here.items() if usual[each[0]] != each[1])
        chooser = Chooser(settings.declared, settings.chosen, self.faults)
        noted = len(self.faults)
        document = self._with_choices(_left(written, chooser), settings.chosen)
        check_tests(written, self.faults, settings)
        if len(self.faults) == noted:
            for name in unasked(written, declared):
                self._fault(name.span, f"nothing in this file asks for the option {name.text!r}")
        depth, before = len(above), len(self._repeated)
        parts = self._used(document, path, (path,), depth)
        parts.append(UsedFile(path.parent.name, document, True, depth, named))
        shared = {file for _, file in self._repeated[before:]}
        before, outer = len(self._repeated), len(self._above)
        self._above += parts
        base = self._base(document, path, chosen_below, fixed_below, (*above, path))
        self._above, parts = self._above[:outer], self._above[outer:]
        repeated = [name for names, _ in self._repeated[before:] for name in names]
        whole_system = parts + self._without(document, base, repeated)
        for name, _ in _uses(written.get("use"), "use", []):
            self._below |= {name.text, f"{path.parent.name}/{name.text}"}
        changes = None if self.baseless else document.get("change")
        whole_system, self._above = changed(whole_system, self._above, shared, changes, self.faults)
        return whole_system

    def _with_choices(self, document: Entries, chosen: Mapping[str, str]) -> Entries:
        """Return a system's document, written out, with what is chosen put into `use`."""
        values = {name: Text(value, document.span) for name, value in chosen.items()}
        pairs = (
            (key, substitute(value, values, self.faults) if key.text in _USES else value)
            for key, value in document
        )
        return written_out(Entries(tuple(pairs), document.span), self.faults)

    def _settings(
        self, document: Entries, path: Path, choices: Choices, above: tuple[Path, ...]
    ) -> Settings:
        """Return the options of a system and of those that it extends, with what is chosen of each.

        Nothing is reported: what is wrong in a system is, when its parts are gathered.

        Args:
            document: the system.
            path: its file.
            choices: what is chosen of it; of two choices the later holds.
            above: the files of the systems that extend it.
        """
        declared = declared_options(document, [])
        below = tuple(each for each in choices if each[0] not in declared)
        inherited = Settings({}, {})
        extends = document.get("extends")
        if isinstance(extends, Text):
            base = self._find.base(_without_choices(extends), path)
            looped = base in (*above, path)
            written = None if base is None or looped else self._read(base, "system", SYSTEM_KEYS)
            if base is not None and written is not None:
                below = (*_written_choices(extends, []), *below)
                inherited = self._settings(written, base, below, (*above, path))
        return inherited.under(declared, choices)

    def _parted(
        self, choices: Choices, declared: Declared, settings: Settings, named: Span
    ) -> tuple[dict[str, str], Choices]:
        """Return what is chosen of a system's own options, and what of those it extends.

        What is wrong is a fault, and is not handed on.

        Args:
            choices: all that is chosen.
            declared: the system's own options.
            settings: these and those of the systems that it extends.
            named: where a fault stands.
        """
        for words in unknown_choices(choices, settings.declared):
            self._fault(named, words)
        right = [each for each in choices if each[1] in settings.declared.get(each[0], ())]
        own = {name: value for name, value in right if name in declared}
        return own, tuple(each for each in right if each[0] not in declared)

    def _without(
        self, document: Entries, base: list[UsedFile], repeated: list[str]
    ) -> list[UsedFile]:
        """Return the parts of the extended system but for those that `without` names.

        Args:
            document: the extending system.
            base: the parts of the extended one.
            repeated: modules that it uses, too, but that the extending system has used before it.
        """
        without = texts(document.get("without"), "without", self.faults)
        if document.get("extends") is None and without:
            message = "`without` needs `extends`: it leaves out modules of the extended system"
            self._fault(without[0].span, message)
        names = [name for part in base if not part.top for name in part.names]
        names += repeated + sorted(self._below)
        for text in without if base else ():
            if text.text not in names:
                self._fault(
                    text.span,
                    f"the extended system does not use {text.text!r}{closest(text.text, names)}",
                )
        omitted = {text.text for text in without}
        return [part for part in base if part.top or omitted.isdisjoint(part.names)]

    def _base(
        self,
        document: Entries,
        path: Path,
        choices: Choices,
        fixed: Choices,
        above: tuple[Path, ...],
    ) -> list[UsedFile]:
        extends = document.get("extends")
        base = self.other_system(document, "extends", path)
        if base is None or not isinstance(extends, Text):
            self.baseless = self.baseless or extends is not None
            return []
        if base in above:
            self._fault(
                extends.span, f"the system extends itself{_round(base, above, ' extends ')}"
            )
            self.baseless = True
            return []
        also = dict(_written_choices(extends, self.faults)) | dict(fixed)
        return self._system(SystemFile(base, choices), tuple(also.items()), above, extends.span)

    def other_system(self, document: Entries, key: str, path: Path) -> Path | None:
        """Return the file of the system that a key names; None without the key, or with a fault."""
        named = document.get(key)
        if named is None:
            return None
        if not isinstance(named, Text):
            self._fault(named.span, f"`{key}` takes the name of one system")
            return None
        name = _without_choices(named) if key == "extends" else named.text
        file = self._find.base(name, path)
        if file is None:
            names = all_system_names()
            known = guess(name, names, f"there are {', '.join(names)}")
            message = f"no system {name!r}{known}"
            self._fault(named.span, message)
        return file

    def _read(self, path: Path, kind: str, keys: Keys) -> Entries | None:
        if path not in self._documents:
            shown = self._find.shown(path)
            self.files.append(shown)
            value = self._read_file(path, shown, self.faults)
            self._documents[path] = self._checked(value, kind, keys)
        return self._documents[path]

    def _checked(self, value: Value | None, kind: str, keys: Keys) -> Entries | None:
        if value is None:
            return None
        if not isinstance(value, Entries) or value.key(kind) is None:
            span = Span(value.span.file, 1, 1)
            self._fault(span, f"the file should begin with `{kind}:` and its name")
            return None
        name = value.get(kind)
        if not isinstance(name, Text) or name.null:
            self._fault(value.span if name is None else name.span, f"`{kind}` takes a name")
        check_keys(value, keys, self.faults, _ELSEWHERE[kind])
        check_lists(value, self.faults)
        if kind == "module":
            check_module_choices(value, self.faults)
        return value

    def _used(
        self,
        document: Entries,
        path: Path,
        above: tuple[Path, ...],
        depth: int,
        only_words: bool = False,
    ) -> list[UsedFile]:
        parts: list[UsedFile] = []
        for key in _USES:
            words = only_words or key == "words"
            for name, arguments in _uses(document.get(key), key, self.faults):
                parts.extend(self._module(name, arguments, path, above, depth, words))
        return parts

    def _module(
        self,
        name: Text,
        arguments: Entries | None,
        user: Path,
        above: tuple[Path, ...],
        depth: int,
        only_words: bool,
    ) -> list[UsedFile]:
        path = self._find.module(name.text, user.parent)
        if path is None:
            names = module_names(user.parent)
            last = name.text.removesuffix(".yaml").rpartition("/")[2]
            same = [each for each in names if each.rpartition("/")[2] == last]
            listed = " (`dowager modules` lists those that any system can use)"
            hint = f"; did you mean {same[0]!r}?" if same else closest(name.text, names) or listed
            self._fault(name.span, f"no module {name.text!r} beside this file or in systems/{hint}")
            self.moduleless = True
            return []
        if path in above:
            chain = _round(path, above, " uses ")
            self._fault(name.span, f"module {name.text!r} uses itself{chain}")
            return []
        document = self._read(path, "module", MODULE_KEYS)
        if document is None:
            return []
        parameters = declared_parameters(document, [])
        values = argument_values(name, parameters, arguments, self.faults)
        if lacking(parameters, values):
            self.unfilled.add(document.span.file)
        key = repr(sorted((name, _plain(value)) for name, value in values.items()))
        if (path, key) in self._taken:
            names = name.text, f"{path.parent.name}/{path.stem}"
            self._repeated.append((names, document.span.file))
            return []
        key = f"words {key}" if only_words else key
        if (path, key) in self._taken:
            return []
        if len(self._taken) == _MOST_PARTS:
            self._fault(name.span, f"modules are used more than {_MOST_PARTS} times")
        self._taken.add((path, key))
        if len(self._taken) > _MOST_PARTS:
            return []
        substituted = substitute(document, values, self.faults)
        assert isinstance(substituted, Entries)
        filled = written_out(_left(substituted, Chooser(None, {}, self.faults)), self.faults)
        used = self._used(filled, path, (*above, path), depth, only_words)
        left = _only_words(filled) if only_words else filled
        return [*used, UsedFile(name.text, left, False, depth, name.span)]


def _round(path: Path, above: tuple[Path, ...], verb: str) -> str:
    """Return how a file leads back to itself by others; nothing if it does at once."""
    chain = [*above[above.index(path) :], path]
    names = [file.parent.name if file.stem == "system" else file.stem for file in chain]
    return f": {verb.join(names)}" if len(chain) > 2 else ""


def _left(document: Entries, chooser: Chooser) -> Entries:
    """Return what the `if` of a file leave of it."""
    return with_meanings(chooser.document(document), chooser)


def _without_choices(extends: Text) -> str:
    """Return the name of the system that a file extends, without what it chooses of it."""
    return extends.text.partition("(")[0].strip()


def _written_choices(text: Text, faults: list[Fault]) -> Choices:
    """Return what a file chooses of the options of the system that it extends."""
    try:
        return without_choices(text.text)[1]
    except InputError as error:
        faults.append(Fault(text.span, str(error)))
        return ()


def _plain(value: Value) -> object:
    """Return a value without where it stands."""
    match value:
        case Text(text):
            return text
        case Items(items):
            return [_plain(item) for item in items]
        case Entries(pairs):
            return [(key.text, _plain(item)) for key, item in pairs]


def _only_words(module: Entries) -> Entries:
    """Return a module's document without its rules: what it defines, and what it needs for that."""
    return Entries(tuple(pair for pair in module if pair[0].text in _OF_WORDS), module.span)


def _uses(value: Value | None, key: str, faults: list[Fault]) -> list[tuple[Text, Entries | None]]:
    if value is None or (isinstance(value, Text) and value.null):
        return []
    uses: list[tuple[Text, Entries | None]] = []
    for item in value.items if isinstance(value, Items) else (value,):
        if isinstance(item, Text):
            uses.append((item, None))
        elif isinstance(item, Entries):
            uses.extend(_with_arguments(item, faults))
        else:
            faults.append(Fault(item.span, f"`{key}` takes module names, with arguments if needed"))
    return uses


def _with_arguments(item: Entries, faults: list[Fault]) -> list[tuple[Text, Entries | None]]:
    uses: list[tuple[Text, Entries | None]] = []
    for name, arguments in item:
        if isinstance(arguments, Entries):
            uses.append((name, arguments))
        elif isinstance(arguments, Text) and arguments.null:
            uses.append((name, None))
        else:
            faults.append(Fault(arguments.span, "write arguments as {name: value}"))
    return uses
