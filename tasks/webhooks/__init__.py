"""Webhooks to researchers' programs. An event in a project is recorded in the transaction that
causes it. The event is then signed and sent until the receiver accepts it."""
