"""Owns the one base error and the place in a file that a fault points at."""

from dowager.errors.base import DowagerError, Fault, InputError, Span, SystemFaults

__all__ = ["DowagerError", "Fault", "InputError", "Span", "SystemFaults"]
