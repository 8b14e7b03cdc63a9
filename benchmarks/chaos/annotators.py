"""A simulated annotator for chaos runs. The annotator's browser has no JavaScript, and sends each
form again until it gets a response."""

import random
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlencode

from benchmarks.pages import post_forms


def filled(html: str) -> dict[str, str]:
    """Return the filled-in fields of the form with the most fields on a page. This form is the HIT,
    or the form on an outage page that sends the answers again. The dict is empty if there is no
    form."""
    forms = [form.filled(random.Random(), "Seen under fault.") for form in post_forms(html)]
    return max(forms, key=len, default={})


class Annotator(threading.Thread):
    """A thread that simulates one annotator with a browser without JavaScript. The browser sends
    each form until it gets a response. The thread records the confirmed submissions
    (`acknowledged`)."""

    def __init__(self, port: int, batch: int, cookies: dict[str, str], think: float) -> None:
        super().__init__(daemon=True)
        self.batch, self.cookies, self.think = batch, cookies, think
        self.stopping, self.hang_up = threading.Event(), threading.Event()
        # The addresses of submitted HITs, and when their last requests began.
        self.acknowledged: list[tuple[str, float]] = []
        self.trouble: Counter[str] = Counter()
        self.connection = HTTPConnection("127.0.0.1", port, timeout=40)
        self.began = 0.0

    def run(self) -> None:
        place = self.patiently("POST", f"/batches/{self.batch}/start/", {"consent": "yes"})
        while place and not self.stopping.is_set():
            if not place.startswith("/assignments/"):
                return  # no HITs left
            place = self.work_on(place)

    def work_on(self, place: str) -> str | None:
        html = self.patiently("GET", place)
        if html is None or html.startswith("/"):
            return html
        time.sleep(random.expovariate(1 / self.think))
        if random.random() < 0.03:
            self.patiently("POST", place, {"action": "return sure"})
            return self.patiently("POST", f"/batches/{self.batch}/start/", {"consent": "yes"})
        following = self.patiently("POST", place, {**filled(html), "action": "submit"})
        if following is not None:
            self.acknowledged.append((place, self.began))
        return following

    def patiently(self, method: str, path: str, form: dict[str, str] | None = None) -> str | None:
        """Repeat a request until there is a response. Return the page, or the redirect's URL.
        Return None if the thread is stopped before that."""
        while not self.stopping.is_set():
            try:
                response = self.send(method, path, form)
                body = response.read().decode()
            except (OSError, HTTPException) as error:
                self.trouble[type(error).__name__] += 1
                self.connection.close()
                time.sleep(0.2)
                continue
            if response.status in {301, 302, 303}:
                return response.headers["Location"]
            if response.status in {200, 410}:
                return body
            self.trouble[str(response.status)] += 1
            if response.status == 503 and method == "POST" and path.startswith("/assignments/"):
                form = self.kept(body, form or {})
            time.sleep(0.5)
        return None

    def kept(self, html: str, sent: dict[str, str]) -> dict[str, str]:
        """Return `sent`. Record a problem if the form on the outage page `html` would not send the
        same fields again."""
        again = filled(html)
        if again != {**sent, "csrfmiddlewaretoken": self.cookies["csrftoken"]}:
            self.trouble["form lost"] += 1
        return sent

    def send(self, method: str, path: str, form: dict[str, str] | None) -> HTTPResponse:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self.cookies["csrftoken"]})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.began = time.monotonic()
        self.connection.request(method, path, body, headers)
        if method == "POST" and self.hang_up.is_set():
            self.hang_up.clear()
            raise ConnectionAbortedError  # the request was sent; no one reads the response
        return self.connection.getresponse()
