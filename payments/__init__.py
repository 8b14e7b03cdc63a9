"""Payments: a double-entry ledger, and the transactions posted to it. Only ids and amounts are
used."""
