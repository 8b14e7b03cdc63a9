"""Simulated annotators for any server whose HIT page is a plain HTML form, and a measurement of
cycles per second. A cycle is the server's work for one HIT: the POST of the answers, the redirect,
and the next HIT's page. An annotator starts the next cycle immediately, or after a think time.
Login and the first page are not timed."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field

from benchmarks.browser import BROKEN, Answer, Browser, WrongAnswer, loopback
from benchmarks.pages import Form, post_forms

TEXT = "The awning is green in the picture and blue in the paragraph; all else agrees."
GIVE_UP_AFTER = 5  # consecutive errors of one annotator
ORDER_SEED = 1  # for the order of rounds in `play_in_turn`


@dataclass(frozen=True)
class Plan:
    """What the simulated annotators do. Each annotator visits the pages in `starts` in turn, and
    works on each page's HITs until none are left. `sessions` are session cookies, one per
    annotator. `think` is the mean think time before a POST, in seconds. Think times are uniform
    between 0.5 and 1.5 times the mean."""

    base: str
    starts: Sequence[str]
    annotators: int
    sessions: Sequence[str]
    cycles: int = 1_000_000
    seconds: float = 20.0
    warm_up: float = 0.0  # seconds whose cycles are not counted
    think: float = 0.0
    enter: str = "/start/"  # end of the address of a form that starts the work
    timeout: float = 60.0
    keep_alive: bool = True  # if false, each cycle opens its own connection
    seed: int = 1


@dataclass
class Played:
    """The result of a run. A latency is the time of a whole cycle in seconds."""

    annotators: int
    seconds: float = 0.0
    cpu_seconds: float = 0.0  # of the load generator, on the same machine as the server
    requests: int = 0
    acknowledged: int = 0  # submissions that got a redirect, even untimed ones
    latencies: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    out_of_work: int = 0

    @property
    def cycles(self) -> int:
        return len(self.latencies)

    @property
    def rate(self) -> float:
        return self.cycles / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        """Return the percentile `share` (0 to 1) of the latencies in milliseconds, with
        interpolation. Return 0 if there are no cycles."""
        ordered = sorted(self.latencies)
        if not ordered:
            return 0.0
        place = (len(ordered) - 1) * share
        below = int(place)
        above = min(below + 1, len(ordered) - 1)
        return 1000 * (ordered[below] + (ordered[above] - ordered[below]) * (place - below))

    def summary(self) -> dict[str, object]:
        return {
            "annotators": self.annotators,
            "cycles": self.cycles,
            "acknowledged": self.acknowledged,
            "seconds": round(self.seconds, 2),
            "cycles_per_second": round(self.rate, 1),
            "p50_ms": round(self.percentile(0.50), 2),
            "p95_ms": round(self.percentile(0.95), 2),
            "p99_ms": round(self.percentile(0.99), 2),
            "requests": self.requests,
            "errors": dict(self.errors),
            "out_of_work": self.out_of_work,
            "generator_cpu_share": round(self.cpu_seconds / self.seconds, 2)
            if self.seconds
            else None,
        }


def play(plan: Plan) -> Played:
    """Play `plan` until its number of cycles or its time limit, or until no HITs are left."""
    return asyncio.run(_Game(plan).run())


def play_in_turn(plans: Sequence[Plan]) -> list[Played]:
    """Play all plans together, with one request at a time, and return their results in order. In
    each round, every annotator of every plan plays one cycle. Other load therefore affects all
    plans equally. The order is random, so that no plan always benefits from caches that another
    plan has filled."""

    async def together() -> list[Played]:
        turn = Rounds(random.Random(ORDER_SEED))
        return await asyncio.gather(*(_Game(plan, turn).run() for plan in plans))

    return asyncio.run(together())


class Rounds:
    """An asynchronous lock with one holder at a time. In each round, all tasks that are waiting
    when the round begins get the lock once, in a new random order."""

    def __init__(self, order: random.Random) -> None:
        self._order = order
        self._waiting: list[asyncio.Future[None]] = []
        self._round: list[asyncio.Future[None]] = []
        self._held = False

    async def __aenter__(self) -> None:
        if self._held:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn  # the previous holder passes the lock on without releasing it
        self._held = True

    async def __aexit__(self, *_error: object) -> None:
        # Later, because the previous holder then waits again and belongs to the next round.
        asyncio.get_running_loop().call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if not self._round:
            self._round, self._waiting = self._waiting, []
            self._order.shuffle(self._round)
        self._held = bool(self._round)
        if self._round:
            self._round.pop().set_result(None)


class _Game:
    """The state of a run that all its annotators share."""

    def __init__(self, plan: Plan, turn: Rounds | None = None) -> None:
        self.plan = plan
        self.turn: AbstractAsyncContextManager[object] = turn or nullcontext()
        self.host, self.port = loopback(plan.base)
        self.played = Played(plan.annotators)
        self.left = plan.cycles
        self.begin = self.end = 0.0

    async def run(self) -> Played:
        annotators = [_Annotator(self, number) for number in range(self.plan.annotators)]
        try:
            self.begin = time.perf_counter() + self.plan.warm_up
            self.end = self.begin + self.plan.seconds
            cpu = time.process_time()
            await asyncio.gather(*(annotator.work() for annotator in annotators))
            self.played.cpu_seconds = time.process_time() - cpu
        finally:
            for annotator in annotators:
                await annotator.browser.close()
        self.played.seconds = min(time.perf_counter(), self.end) - self.begin
        self.played.requests = sum(annotator.browser.requests for annotator in annotators)
        return self.played

    def more(self) -> bool:
        return self.left > 0 and time.perf_counter() < self.end

    def count(self, began: float) -> None:
        now = time.perf_counter()
        if self.begin <= now <= self.end:
            self.played.latencies.append(now - began)


class _Annotator:
    def __init__(self, game: _Game, number: int) -> None:
        self.game, self.plan, self.number = game, game.plan, number
        self.chance = random.Random(f"{self.plan.seed}:{number}")
        cookies = {"sessionid": self.plan.sessions[number]}
        self.browser = Browser(game.host, game.port, cookies, timeout=self.plan.timeout)
        # Each starts with another batch, so that many small batches are worked on at the same time.
        self.starts = deque(self.plan.starts)
        self.starts.rotate(-number)

    async def work(self) -> None:
        """Play cycles until the time is over, all cycles are done, or no HITs are left. After
        `GIVE_UP_AFTER` failures in a row, stop."""
        if self.plan.think:  # annotators start at different moments
            await asyncio.sleep(self.chance.uniform(0, self.plan.think))
        hit: _Hit | None = None
        failures = 0
        while self.game.more() and failures < GIVE_UP_AFTER:
            try:
                async with self.game.turn:
                    hit = await self._cycle(hit) if hit else await self._first_hit()
                    if not self.plan.keep_alive:
                        await self.browser.close()
                failures = 0
            except (*BROKEN, WrongAnswer, TimeoutError) as error:
                self.game.played.errors[f"{type(error).__name__}: {error}"] += 1
                failures, hit = failures + 1, None
                await self.browser.close()
                await asyncio.sleep(0.2)
            if hit is None and not self.starts:
                self.game.played.out_of_work += 1
                return

    async def _first_hit(self) -> "_Hit | None":
        """Return a HIT from the first start page that has any, or None if no HITs are left. Remove
        start pages without HITs from `starts`."""
        while self.starts:
            page = await self.browser.follow(self.starts[0])
            entries = [
                form for form in post_forms(page.text) if form.action.endswith(self.plan.enter)
            ]
            if entries:
                page = await self.browser.follow(
                    entries[0].action, entries[0].filled(self.chance, TEXT)
                )
            if hit := _hit_of(page):
                return hit
            self.starts.popleft()
        return None

    async def _cycle(self, hit: "_Hit") -> "_Hit | None":
        if self.plan.think:
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.plan.think)
            if not self.game.more():
                return hit
        self.game.left -= 1
        began = time.perf_counter()
        following = _hit_of(await self._submit(hit.path, hit.form.filled(self.chance, TEXT)))
        if following:  # not counted otherwise: the page after the last HIT is cheaper
            self.game.count(began)
        return following

    async def _submit(self, path: str, filled: dict[str, str]) -> Answer:
        answer = await asyncio.wait_for(self.browser.send(path, filled), self.plan.timeout)
        if answer.status not in {302, 303}:
            raise WrongAnswer(f"{answer.status} in answer to a submission")
        self.game.played.acknowledged += 1
        return await self.browser.follow(self.browser.local(path, answer.location))


@dataclass(frozen=True)
class _Hit:
    path: str
    form: Form


def _hit_of(page: Answer) -> _Hit | None:
    """Return the HIT on the page, which is its first form with a question, or None."""
    form = next((form for form in post_forms(page.text) if form.asks), None)
    return _Hit(form.action or page.path, form) if form else None
