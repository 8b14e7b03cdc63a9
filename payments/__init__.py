"""Payments: a double-entry ledger, and transactions posted to it by ids and amounts."""
