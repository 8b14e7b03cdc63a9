"""Fixtures of the tests of joining a batch."""

import pytest

from tests.browser.test_accessibility import check

SCHEMES = ("light", "dark")
WIDTHS = (1280, 390)


@pytest.fixture
def look(page, shoot):
    """A function that checks a page's accessibility and saves its pictures in all looks."""

    def at(name):
        check(page)
        for scheme in SCHEMES:
            for width in WIDTHS:
                page.emulate_media(color_scheme=scheme)
                page.set_viewport_size({"width": width, "height": 850})
                shoot(page, f"{name}-{scheme}")
        page.set_viewport_size({"width": 1280, "height": 900})

    return at
