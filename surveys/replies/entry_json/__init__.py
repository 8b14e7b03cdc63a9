"""The reply format `entry-json`, a JSON object with a 0 or 1 and a reason per checklist entry."""

from surveys.replies.entry_json.format import EntryJson as Format

__all__ = ["Format"]
