"""Dowager: a contract-bridge bidding engine whose rules work forward and backward."""

__version__ = "0.1.0"
