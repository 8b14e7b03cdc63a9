"""A simulated person with a link and a browser without JavaScript, who fills in forms and follows
links."""

from collections.abc import Callable
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

ASKED_AGAIN = 422


class Form:
    """A form of a page: its target and the values of its fields."""

    def __init__(self, action: str, method: str) -> None:
        self.action, self.method = action, method.lower()
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}  # of radio buttons


class Forms(HTMLParser):
    """A parser that collects the forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(values.get("action", ""), values.get("method", "get")))
        elif self.forms and tag == "input" and values.get("name"):
            form, name = self.forms[-1], values["name"]
            if values.get("type") == "radio":
                form.choices.setdefault(name, []).append(values["value"])
            elif values.get("type") not in {"checkbox", "submit"}:
                form.fields[name] = values.get("value", "")


class Person:
    """A simulated person who joins by a link and answers HITs until none is left."""

    def __init__(self) -> None:
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()))
        self.address = self.html = ""

    def go(self, address: str, form: dict[str, str] | None = None) -> None:
        request = Request(
            urljoin(self.address, address),
            data=None if form is None else urlencode(form).encode(),
            headers={"Referer": self.address} if self.address else {},
        )
        try:
            page = self.browser.open(request, timeout=60)
        except HTTPError as error:
            if error.code != ASKED_AGAIN:
                raise
            page = error
        with page:
            self.address, self.html = page.url, page.read().decode()

    def press(self, wanted: Callable[[Form], bool], **values: str) -> None:
        """Submit the page's first form that `wanted` accepts, with these values."""
        form = next(form for form in Forms(self.html).forms if wanted(form))
        self.go(form.action or self.address, form.fields | values)

    def join(self, link: str) -> None:
        """Follow the link and start the first HIT."""
        self.go(link)
        self.press(lambda form: not form.action)
        self.press(lambda form: form.action.endswith("/start/"))

    def rate_all(self, choose: Callable[[str, list[str]], str]) -> int:
        """Answer HITs until none is left, and return their number. `choose` gets a page and the
        values of a question, and returns one value.

        The person is faster than anyone can read. If the page asks them to check their answers,
        they submit again.
        """
        rated: set[str] = set()
        while "/assignments/" in self.address:
            rated.add(self.address)
            self._answer(choose)
            if self.address in rated:
                self._answer(choose)
            assert self.address not in rated, self.html
        return len(rated)

    def _answer(self, choose: Callable[[str, list[str]], str]) -> None:
        form = next(form for form in Forms(self.html).forms if form.choices)
        answers = {name: choose(self.html, values) for name, values in form.choices.items()}
        self.go(self.address, form.fields | answers)
