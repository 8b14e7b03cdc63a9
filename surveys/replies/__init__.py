"""Reply formats. A new format is one module here and its line in `AnyReplyFormat`."""

from typing import Annotated

from pydantic import Field

from surveys.replies.base import Reading, ReplyError
from surveys.replies.bracketed import BracketedSections
from surveys.replies.entry_json import EntryJson
from surveys.replies.marks import Marks
from surveys.replies.section_lines import SectionLines
from surveys.replies.tag import Tag

# Raised whenever a reader reads differently, so that stored verdicts tell which reader read them.
READER_VERSION = 3

AnyReplyFormat = Annotated[SectionLines | BracketedSections | Marks | Tag | EntryJson, Field(discriminator="format")]

__all__ = ["READER_VERSION", "AnyReplyFormat", "Reading", "ReplyError"]
