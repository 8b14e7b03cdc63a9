"""Reading of conversations in a table. A cell contains the conversation or the name of a file with
the conversation."""

from dataclasses import dataclass

from core.errors import RateroomError
from stimuli.media.files import MediaSource
from surveys.conversations.reading import conversation_text, refuse_large
from surveys.conversations.turns import MOST_BYTES

ENDINGS = (".json", ".jsonl")


@dataclass(frozen=True)
class Conversations:
    """A reader of conversations in table cells. `source` has the media files of the table."""

    source: MediaSource | None

    def stored(self, cell: object) -> str:
        """Return a cell's conversation in its stored form. Raises RateroomError."""
        if isinstance(cell, str) and cell.strip().lower().endswith(ENDINGS):
            return conversation_text(self._content(cell.strip()))
        return conversation_text(cell)

    def _content(self, name: str) -> str:
        if self.source is None:
            raise RateroomError(
                f"{name} is a file name, but the import has no media files.",
                remedy="Add a folder or a ZIP file, or write the conversation in the cell.",
            )
        with self.source.open(self.source.find(name)) as file:
            content = file.read(MOST_BYTES + 1)
        refuse_large(content)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            what = f"{name} is not UTF-8 at byte {error.start + 1:,}."
            raise RateroomError(what, remedy="Save the file as UTF-8.") from None
