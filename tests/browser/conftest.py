"""Fixtures of the browser tests: login, stored pictures and clips, and optional screenshots."""

import io
import os
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image, ImageDraw

from stimuli.models import Medium
from tests.browser.studies import clip_of
from tests.media import stored
from tests.pages import signed_in

SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def log_in(live_server):
    """A function that logs a page's browser in without opening a page: `log_in(page, user)`.

    It sets the session cookie, because the form would take a second each time. `test_sign_in.py`
    tests the form.
    """

    def log_in_page(page, user):
        client = signed_in(user)
        page.context.add_cookies(
            [
                {
                    "name": settings.SESSION_COOKIE_NAME,
                    "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
                    "url": live_server.url,
                    "httpOnly": True,
                    "sameSite": "Lax",
                }
            ]
        )

    return log_in_page


@pytest.fixture
def moving_clip():
    """A function that stores a clip with moving colours: `moving_clip(project, seconds=2)`."""

    def one(project, *, seconds: int = 2, rate: int = 10) -> Medium:
        content = clip_of(seconds=seconds, rate=rate, step=4)
        return stored(project, content, "video/webm", width=320, height=180)

    return one


@pytest.fixture
def shoot():
    """A function that saves a screenshot in SHOTS and checks that nothing scrolls sideways."""

    def one(page, name):
        page.wait_for_load_state()
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{name} scrolls sideways: {width}"
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(
                path=f"{SHOTS}/{name}-{page.viewport_size['width']}.png", full_page=True
            )

    return one


@pytest.fixture
def stored_picture():
    """A function that stores a real picture for the project."""

    def one(project) -> Medium:
        return stored(project, _house(), "image/png", width=960, height=640)

    return one


@cache
def _house() -> bytes:
    image = Image.new("RGB", (960, 640), "#86b6d9")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 420, 960, 640), fill="#5b8a4a")
    draw.ellipse((700, 60, 820, 180), fill="#ffe08a")
    draw.rectangle((200, 260, 460, 470), fill="#b5523b")
    draw.polygon([(180, 260), (330, 150), (480, 260)], fill="#5a2a22")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
