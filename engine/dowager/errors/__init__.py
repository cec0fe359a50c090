"""The errors that Dowager raises on purpose, and where in a file a fault is."""

from dowager.errors.base import DowagerError, Fault, InputError, Span, SystemFaults

__all__ = ["DowagerError", "Fault", "InputError", "Span", "SystemFaults"]
