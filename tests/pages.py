"""Pages as tests compare them: a template's indentation is no part of what it says."""

import re


def squeezed(page: str) -> str:
    """`page` with white space as one space, and with none beside a tag."""
    return re.sub(r" ?(<[^<>]*>) ?", r"\1", re.sub(r"\s+", " ", page))
