"""The kind `first-failure`, which asks for the first failing turn, if any, and for a reason."""

from surveys.kinds.first_failure.section import FirstFailureSection as Section

__all__ = ["Section"]
