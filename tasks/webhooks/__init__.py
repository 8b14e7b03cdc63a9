"""Webhooks to researchers' programs. Events in a project are recorded in the transaction that
causes them, signed, and sent until the receiver accepts them."""
