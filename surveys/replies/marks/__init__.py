"""The reply format `marks`, in which a score is written after the reasons, between two copies of
the question's mark: `α85α`."""

from surveys.replies.marks.format import Marks as Format

__all__ = ["Format"]
