"""The map of modules is what the modules say of themselves."""

import pytest

from tools.module_map import PAGE, first_line, modules, page


@pytest.mark.parametrize("module", modules(), ids=str)
def test_a_modules_first_line_is_a_sentence(module):
    assert first_line(module)[-1:] == ".", (
        "Say in the docstring's first sentence what the module is for."
    )


def test_the_map_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "Run `make map`."
