"""The reply format `tag`, an explanation followed by a single score in a tag: `Score-
<score>4</score>`."""

from surveys.replies.tag.format import Tag as Format

__all__ = ["Format"]
