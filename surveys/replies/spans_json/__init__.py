"""The reply format `spans-json`, an object with lists of marked passages and a number per score."""

from surveys.replies.spans_json.format import SpansJson as Format

__all__ = ["Format"]
