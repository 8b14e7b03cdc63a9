"""People who rate at human speed over TLS, send a form until it is answered, and note all that went
wrong."""

import asyncio
import random
import ssl
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.browser import BROKEN, Answer, Browser
from benchmarks.chaos.annotators import Page

TIMEOUT = 60
AGAIN_SECONDS = (1, 4)  # after a page that asks for a moment


@dataclass
class TlsBrowser(Browser):
    """The same browser through Caddy."""

    context: ssl.SSLContext | None = None

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._writer is not None and (self._reader is None or self._reader.at_eof()):
            await self.close()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self.port, ssl=self.context, server_hostname=self.host
            )
        return self._reader, self._writer

    def _head(self, path: str, form: dict[str, str] | None) -> bytes:
        origin = f"Origin: https://{self.host}:{self.port}\r\n\r\n".encode()
        head, _end, body = super()._head(path, form).partition(b"\r\n\r\n")
        return head + b"\r\n" + origin + body


@dataclass(frozen=True)
class Trouble:
    """A request that was not answered as it should be; times by `time.monotonic`."""

    began: float
    ended: float
    what: str


@dataclass
class Person:
    """One annotator; `think` is the mean of the seconds before an answer."""

    browser: TlsBrowser
    batch: int
    think: float
    seed: int
    acknowledged: list[tuple[str, float]] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    latencies: list[tuple[float, float]] = field(default_factory=list)
    out_of_work: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    @property
    def trouble(self) -> Counter[str]:
        return Counter(each.what for each in self.troubles)

    async def work(self, stopping: asyncio.Event) -> None:
        await self._rest(stopping, self.chance.uniform(0, self.think))
        address = await self._patiently(stopping, f"/batches/{self.batch}/start/", CONSENT)
        while address and not stopping.is_set():
            if not address.startswith("/assignments/"):
                self.out_of_work = True
                break
            address = await self._work_on(stopping, address)
        await self.browser.close()

    async def _work_on(self, stopping: asyncio.Event, address: str) -> str | None:
        html = await self._patiently(stopping, address)
        if html is None or html.startswith("/"):
            return html
        await self._rest(stopping, self.chance.uniform(0.5, 1.5) * self.think)
        if stopping.is_set():
            return None
        form = {**Page(html).fields, "action": "submit"}
        following = await self._patiently(stopping, address, form)
        if following is not None:
            self.acknowledged.append((address, self.began))
        return following

    async def _patiently(
        self, stopping: asyncio.Event, path: str, form: dict[str, str] | None = None
    ) -> str | None:
        """The page, or where it leads; None when told to stop before there was an answer."""
        while not stopping.is_set():
            answer = await self._ask(path, form)
            if answer is None:
                await asyncio.sleep(0.2)
            elif answer.status in {301, 302, 303}:
                parts = urlsplit(answer.location)
                return parts.path
            elif answer.status in {200, 410}:
                return answer.text
            else:
                if answer.status == 503 and form and path.startswith("/assignments/"):
                    self._compare(answer.text, form)
                await self._rest(stopping, self.chance.uniform(*AGAIN_SECONDS))
        return None

    async def _ask(self, path: str, form: dict[str, str] | None) -> Answer | None:
        """One request; None where the connection broke. What went wrong is noted."""
        if form is not None:
            form = {**form, "csrfmiddlewaretoken": self.browser.cookies[CSRF]}
        self.began = time.monotonic()
        try:
            answer = await asyncio.wait_for(self.browser.send(path, form), TIMEOUT)
        except (*BROKEN, OSError, TimeoutError, ssl.SSLError) as error:
            self._note(type(error).__name__)
            await self.browser.close()
            return None
        if answer.status >= 400 and answer.status != 410:
            self._note(str(answer.status))
        else:
            self.latencies.append((self.began, time.monotonic() - self.began))
        return answer

    def _compare(self, html: str, sent: dict[str, str]) -> None:
        """The site's page for an outage would send again all that was sent. Caddy's has no form,
        and a person sends theirs again."""
        again = Page(html).fields
        if again and again != {**sent, "csrfmiddlewaretoken": self.browser.cookies[CSRF]}:
            self._note("form lost")

    def _note(self, what: str) -> None:
        self.troubles.append(Trouble(self.began, time.monotonic(), what))

    @staticmethod
    async def _rest(stopping: asyncio.Event, seconds: float) -> None:
        try:
            await asyncio.wait_for(stopping.wait(), seconds)
        except TimeoutError:
            return


CONSENT = {"consent": "yes"}
SESSION, CSRF = "__Host-sessionid", "__Host-csrftoken"


def trusting(authority: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=authority)


def person(
    cookies: dict[str, str], *, port: int, batch: int, think: float, context: ssl.SSLContext
) -> Person:
    """Whose browser holds the cookies of `Study.cookies`."""
    browser = TlsBrowser("localhost", port, context=context, timeout=TIMEOUT)
    browser.cookies = {SESSION: cookies["sessionid"], CSRF: cookies["csrftoken"]}
    return Person(browser, batch, think, seed=hash(cookies["sessionid"]))
