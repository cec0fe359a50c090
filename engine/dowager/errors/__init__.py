"""The errors that Dowager raises on purpose, and the locations of faults in files."""

from dowager.errors.base import DowagerError, Fault, InputError, Span, SystemFaults

__all__ = ["DowagerError", "Fault", "InputError", "Span", "SystemFaults"]
