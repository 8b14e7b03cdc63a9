"""The ledger in the admin."""

from payments.admin import transactions

__all__ = ["transactions"]
