"""Payments: where the money of a project is, who is owed, the ledger, and acts that move it."""
