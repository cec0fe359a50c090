"""The files of systems: where they are, what they use, how they are loaded and kept.

`library` knows where systems and quizzes are; `gather` follows `extends` and `use`; `loader` makes
a `System` of a file, or reports every fault at once; `cache` keeps compiled systems between runs;
`described` reads titles, options and parameters alone; `packed` makes one value of a system's
files, which loads on any machine; `schema` makes the JSON Schema for editors.
"""

from typing import TYPE_CHECKING

from dowager.language.files.cache import cache_folder, program_digest
from dowager.language.files.library import data_folder, shown_name, system_file, system_names
from dowager.language.files.loader import load_file, load_read, load_system
from dowager.language.text.system_file import SystemFile
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.language.files.described import (
        ModuleDescription,
        SystemDescription,
        describe_modules,
        describe_system,
    )
    from dowager.language.files.gather import Gatherer, Reader
    from dowager.language.files.packed import PackedSystem, pack_system
    from dowager.language.files.schema import KINDS, json_schema
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "described": "ModuleDescription SystemDescription describe_modules describe_system",
            "gather": "Gatherer Reader",
            "packed": "PackedSystem pack_system",
            "schema": "KINDS json_schema",
        },
    )

__all__ = [
    "KINDS",
    "Gatherer",
    "ModuleDescription",
    "PackedSystem",
    "Reader",
    "SystemDescription",
    "SystemFile",
    "cache_folder",
    "data_folder",
    "describe_modules",
    "describe_system",
    "json_schema",
    "load_file",
    "load_read",
    "load_system",
    "pack_system",
    "program_digest",
    "shown_name",
    "system_file",
    "system_names",
]
