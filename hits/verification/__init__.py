"""Checks of a live database: named checks, a few set-based statements each."""

from hits.verification.base import Check, Finding
from hits.verification.verifying import verify

__all__ = ["Check", "Finding", "verify"]
