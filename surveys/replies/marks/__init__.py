"""The format `marks`: each score is between two copies of its own mark, `α85α`, after the
reasons."""

from surveys.replies.marks.format import Marks as Format

__all__ = ["Format"]
