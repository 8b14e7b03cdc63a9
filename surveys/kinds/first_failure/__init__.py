"""The kind `first-failure`: the first turn of a conversation that fails, or none, with the
reason."""

from surveys.kinds.first_failure.section import FirstFailureSection as Section

__all__ = ["Section"]
