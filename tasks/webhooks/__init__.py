"""Webhooks to researchers' programs: events in a project are recorded in their own transaction,
signed, and sent until the receiver accepts them."""
