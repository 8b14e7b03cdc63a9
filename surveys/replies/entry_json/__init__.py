"""The reply format `entry-json`: one JSON object with 0 or 1, and a reason, for every entry of a
checklist."""

from surveys.replies.entry_json.format import EntryJson as Format

__all__ = ["Format"]
