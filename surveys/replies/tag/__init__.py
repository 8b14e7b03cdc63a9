"""The reply format `tag`, an explanation and then a score in a tag: `Score- <score>4</score>`."""

from surveys.replies.tag.format import Tag as Format

__all__ = ["Format"]
