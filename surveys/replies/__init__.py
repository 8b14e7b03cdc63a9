"""Reply formats, which define how a judge writes its answers. Each folder here is one format, and
the modules here are shared by several formats.

Formats are found here and in the `replies` package of each app in the setting `PLUGINS`.
docs/developers/adding-a-reply-format.md describes how to write a format.
"""

from surveys.replies.base import Reading, ReplyError

# Increase this with every change in what is accepted, because stored verdicts name their reader by
# this number.
READER_VERSION = 13

__all__ = ["READER_VERSION", "Reading", "ReplyError"]
