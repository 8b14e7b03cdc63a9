"""Reply formats: how a judge answers. Each folder here is a format; modules are what formats share.

A format is found by being here, or in the `replies` package of an app that the setting `PLUGINS`
names. docs/developers/adding-a-reply-format.md walks through one.
"""

from surveys.replies.base import Reading, ReplyError

# Raised whenever a reader reads differently, so that stored verdicts tell which reader read them.
READER_VERSION = 13

__all__ = ["READER_VERSION", "Reading", "ReplyError"]
