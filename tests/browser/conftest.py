"""What the browser tests share: logging in, pictures that are there, and screenshots when they are
asked for."""

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
    """Log a page's browser in as a user: `log_in(page, user)`; no page is opened.

    The session's cookie is set, because the form costs a second each time; `test_sign_in.py` fills
    it in.
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
    """Clips of moving colour: `moving_clip(project, seconds=2, rate=10)`."""

    def one(project, *, seconds: int = 2, rate: int = 10) -> Medium:
        content = clip_of(seconds=seconds, rate=rate, step=4)
        return stored(project, content, "video/webm", width=320, height=180)

    return one


@pytest.fixture
def shoot():
    """Keep a screenshot in the folder that SHOTS names, and check that nothing hangs out
    sideways."""

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
    """Give the test world's picture real bytes."""

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
