"""`key-lines`: one line per score, for example `clarity = 4`, in any order."""

from tests.plugins.extras.replies.key_lines.format import KeyLines as Format

__all__ = ["Format"]
