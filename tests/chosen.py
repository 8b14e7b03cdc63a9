"""Selection of test parameters that run in continuous integration, not only in `make long`."""

from collections.abc import Collection, Iterable

import pytest

# Between them every block and kind of question that the library's rubrics have; outputs that are
# clips and sounds are test_output_media's.
RUBRICS = {
    "comparative-summary",
    "contextual-caption-pair",
    "image-paragraph",
    "key-points",
    "picture-pair",
    "video-caption",
}


def chosen(values: Iterable, usual: Collection) -> list:
    """Return `values` as parameters. Those that are not in `usual` are marked `long`."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[] if value in usual else [pytest.mark.long],
        )
        for value in values
    ]
