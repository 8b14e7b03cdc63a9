"""`python -m benchmarks.endurance --minutes 30 --people 500`: `make serve` under people at human
speed; meanwhile a standby is added, the site is backed up, its web servers are restarted in turn,
and its database is killed and the standby promoted.

Then: is every acknowledged submission there exactly once, does the ledger agree, were there errors
outside the promotion, did memory grow, and does the backup restore? Exit code 1 where not.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.chaos.outcome import machine, outcome, sound
from benchmarks.chaos.site import keep_trying
from benchmarks.chaos.study import Study
from benchmarks.endurance.memory import Samples
from benchmarks.endurance.people import Person, person, trusting
from benchmarks.endurance.site import Site, serving

# When each begins, as a share of the whole time.
COURSE = (("standby", 0.15), ("backup", 0.3), ("restarts", 0.45), ("promotion", 0.65))
AUTHORITY = "caddy/pki/authorities/local/root.crt"


class Events:
    """What happens to the site, one after the other, each at its time; and what it took."""

    def __init__(self, site: Site, people: list[Person], seconds: float) -> None:
        self.site, self.people, self.seconds = site, people, seconds
        self.figures: dict[str, Any] = {}
        self.window = (0.0, 0.0)  # of the promotion

    def run(self) -> None:
        began = time.monotonic()
        for name, share in COURSE:
            time.sleep(max(0.0, began + share * self.seconds - time.monotonic()))
            self.figures[name] = getattr(self, name)()
            print(f"{time.monotonic() - began:6.0f} s  {name}: {self.figures[name]}", flush=True)
        time.sleep(max(0.0, began + self.seconds - time.monotonic()))

    def standby(self) -> dict[str, float]:
        return {"seconds": timed(self.site.add_standby)}

    def backup(self) -> dict[str, Any]:
        return self.site.back_up()

    def restarts(self) -> dict[str, list[float]]:
        return {"seconds": [round(each, 1) for each in self.site.restart_in_turn()]}

    def promotion(self) -> dict[str, float]:
        """Until a submission that began after the pooler was told is acknowledged."""
        began = time.monotonic()
        promoted = self.site.promote()
        since = time.monotonic()
        self.site.wait(
            lambda: any(
                each.acknowledged and each.acknowledged[-1][1] > since for each in self.people
            )
        )
        self.window = (began, time.monotonic())
        return {
            "promoted_after_seconds": round(promoted, 1),
            "acknowledged_again_after_seconds": round(self.window[1] - began, 1),
        }


def timed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return round(time.monotonic() - began, 1)


def errors(people: list[Person], window: tuple[float, float]) -> dict[str, dict[str, int]]:
    """What went wrong, by kind: while the promotion was under way, and otherwise."""
    counts = {"in_promotion": Counter[str](), "otherwise": Counter[str]()}
    for each in people:
        for trouble in each.troubles:
            inside = trouble.ended >= window[0] and trouble.began <= window[1]
            counts["in_promotion" if inside else "otherwise"][trouble.what] += 1
    return {name: dict(kinds) for name, kinds in counts.items()}


def latencies(people: list[Person]) -> dict[str, float]:
    """Of single requests, in milliseconds."""
    times = sorted(1000 * seconds for each in people for _began, seconds in each.latencies)
    return {
        "requests": len(times),
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(len(times) * 0.95)], 1),
        "p99_ms": round(times[int(len(times) * 0.99)], 1),
    }


async def work(people: list[Person], course: Callable[[], None]) -> None:
    """Until the course of events, in a thread of its own, is over."""
    stopping = asyncio.Event()
    tasks = [asyncio.create_task(each.work(stopping)) for each in people]
    try:
        await asyncio.to_thread(course)
    finally:
        stopping.set()
        await asyncio.gather(*tasks)


def play(site: Site, arguments: argparse.Namespace) -> dict[str, Any]:
    cycles = arguments.people * arguments.minutes * 60 / arguments.think
    study = Study(items=int(cycles * 0.75) + 100, annotators=arguments.people)
    study.publish(site)
    context = trusting(site.var / AUTHORITY)
    people = [
        person(
            study.cookies(user),
            port=site.https_port,
            batch=study.batch.pk,
            think=arguments.think,
            context=context,
        )
        for user in study.people
    ]
    events = Events(site, people, arguments.minutes * 60)
    with Samples(site.processes) as samples:
        asyncio.run(work(people, events.run))
    result = keep_trying(lambda: outcome(site, people))
    return {
        "people": arguments.people,
        "think_seconds": arguments.think,
        "minutes": arguments.minutes,
        "events": events.figures,
        "errors": errors(people, events.window),
        "out_of_work": sum(each.out_of_work for each in people),
        "latency": latencies(people),
        "memory": samples.slopes(),
        **result,
        "restored": site.restore_elsewhere(),
    }


def passed(result: dict[str, Any]) -> bool:
    """Nothing lost, no error outside the promotion, and the backup good."""
    calm = not any(
        count
        for kind, count in result["errors"]["otherwise"].items()
        if not kind.isdecimal() or int(kind) >= 500
    )
    finished = len(result["events"]) == len(COURSE)
    return sound(result) and calm and finished and result["restored"]["exit_code"] == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--think", type=float, default=30, help="mean seconds before an answer")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument("--console", type=Path, help="a file for the site's console")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit(1))  # the site is stopped on the way out
    with (
        tempfile.TemporaryDirectory(prefix="rateroom-endurance-") as name,
        serving(Path(name)) as site,
    ):
        before = os.getloadavg()[0]
        result = play(site, arguments)
        result |= {"load_before_and_after": [round(before, 1), round(os.getloadavg()[0], 1)]}
        result |= {"passed": passed(result), "machine": machine()}
        if arguments.console:
            arguments.console.write_text(site.console.read_text())
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.json:
        arguments.json.write_text(text + "\n")
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
