"""The kind `first-failure`: the first turn of a conversation that fails, if any, with a reason."""

from surveys.kinds.first_failure.section import FirstFailureSection as Section

__all__ = ["Section"]
