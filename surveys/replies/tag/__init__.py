"""`tag`: an explanation, then the one score in a tag, `Score- <score>4</score>`."""

from surveys.replies.tag.format import Tag as Format

__all__ = ["Format"]
