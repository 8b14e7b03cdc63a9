"""The login fixture of the browser tests, for the injection tests."""

from tests.browser.conftest import log_in

__all__ = ["log_in"]
