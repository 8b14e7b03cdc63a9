"""Payments: a double-entry ledger and the transactions posted to it, by ids and amounts."""
