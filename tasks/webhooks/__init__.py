"""Webhooks to programs of researchers: what happens in a project is recorded in its own
transaction, and sent, signed, until the receiver has it."""
