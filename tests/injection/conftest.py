"""The way to log in that the browser tests have."""

from tests.browser.conftest import log_in

__all__ = ["log_in"]
