"""Browser contexts that tests use one after another.

Later pages load faster because the browser's cache and process are reused. A test's other data is
removed.
"""

from collections import defaultdict
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Error, Page

# A page opened by another of the same site shares its process, where both have this policy.
OPENER = {
    "content_type": "text/html",
    "headers": {"Cross-Origin-Opener-Policy": "same-origin"},
    "body": "<!doctype html><title>It opens the others</title>",
}
OPEN = "() => { open('about:blank'); }"
NO_SCRIPTS = ("Emulation.setScriptExecutionDisabled", {"value": True})
EVERYTHING = ("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
# A clock that a test has installed stays for all later pages of its context.
NATIVE_TIME = "/native code/.test(setTimeout)"


@dataclass(eq=False)
class SharedContext:
    """A context, and the page of the site that stays open in it and opens the others."""

    context: BrowserContext
    opener: Page
    kind: str

    def open_page(self) -> Page:
        """Open another page in the context.

        Tests that add init scripts, exposed functions, extra headers or a geolocation must request
        their own context (`alone=True`), because `empty` cannot remove these.
        """
        with self.context.expect_page() as opened:
            self.opener.evaluate(OPEN)
        return opened.value

    def empty(self) -> None:
        """Close the pages without their requests on leaving, and delete everything except the
        cache."""
        for page in self.context.pages:
            if page is not self.opener:
                if not page.is_closed():
                    self.context.new_cdp_session(page).send(*NO_SCRIPTS)
                page.close()
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        session = self.context.new_cdp_session(self.opener)
        session.send(*EVERYTHING)
        session.detach()

    def can_be_shared(self) -> bool:
        return bool(self.opener.evaluate(NATIVE_TIME))


class SharedContexts:
    """The contexts of one browser for pages of one site."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self._free: dict[str, list[SharedContext]] = defaultdict(list)

    def take(self, device: dict) -> SharedContext:
        """Return a context for `device` without any test's data. Call `give_back` afterwards."""
        kind = repr(device)
        if self._free[kind]:
            return self._free[kind].pop()
        context = self.browser.new_context(**device)
        opener = context.new_page()
        opener.route("**/*", lambda route: route.fulfill(**OPENER))
        opener.goto(self.address)
        opener.unroute_all()
        return SharedContext(context, opener, kind)

    def give_back(self, shared: SharedContext) -> None:
        """Empty the context and keep it for the next test, or close it if it cannot be emptied."""
        if is_empty(shared):
            self._free[shared.kind].append(shared)
        else:
            shared.context.close()


def is_empty(shared: SharedContext) -> bool:
    """Empty the context. Return False if it cannot be shared or emptied, for example after a
    crash."""
    try:
        if not shared.can_be_shared():
            return False
        shared.empty()
    except Error:
        return False
    return True
