"""The reply format `section-lines`: a line per section (`Section 2: 1`) in any order, or JSON."""

from surveys.replies.section_lines.format import SectionLines as Format

__all__ = ["Format"]
