"""Tests of shortening long texts."""

import pytest

from core.tabular.beginnings import beginning


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A grey cat.", "A grey cat."),
        ("A grey cat sits", "A grey cat…"),
        ("A grey cat sits on a wall", "A grey cat…"),
        ("A grey caterpillar", "A grey…"),
        ("灰色の猫が壁の上に座っていて", "灰色の猫が壁の上に座…"),
        ("A Donaudampfschiff", "A Donaudam…"),
    ],
)
def test_a_text_ends_with_a_whole_word_where_it_can(text, shown):
    assert beginning(text, 11) == shown
