"""Payments: a double-entry ledger, and functions that post transactions to it."""
