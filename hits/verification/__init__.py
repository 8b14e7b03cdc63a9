"""Named checks of a live database. Each check runs a few SQL statements that read whole tables."""

from hits.verification.base import Check, Finding
from hits.verification.verifying import verify

__all__ = ["Check", "Finding", "verify"]
