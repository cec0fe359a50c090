"""The errors that Dowager raises on purpose, and the locations of faults in files."""

from dowager.errors.base import DowagerError, Fault, InputError, Span, SystemFaults
from dowager.errors.file_errors import file_error_text

__all__ = ["DowagerError", "Fault", "InputError", "Span", "SystemFaults", "file_error_text"]
