"""The reply format `spans-json`, a JSON object with lists of marked passages, and a number for each
score."""

from surveys.replies.spans_json.format import SpansJson as Format

__all__ = ["Format"]
