"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same
labels is read too.
"""

from surveys.replies.section_lines.format import SectionLines as Format

__all__ = ["Format"]
