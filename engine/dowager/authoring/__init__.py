"""Owns what authors of systems ask: proofs, reasons, differences, frequencies, deals, books."""
