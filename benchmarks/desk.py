"""Benchmark of the researchers' pages with 1,000 batches, a million HITs and 5,000 annotators. Each
page is compared with the floor's page. The command is `python -m benchmarks.desk [--quick] [--json
FILE]`. An owner of the project requests every page over HTTP, one at a time. The result is the
median time of the requests after the first."""

import contextlib
import http.client
import time
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.browser import loopback
from benchmarks.command import run
from benchmarks.results import Measure
from benchmarks.servers import Bench, Site

if TYPE_CHECKING:
    from benchmarks.desk_around import Around
    from benchmarks.desk_fill import Busy
    from hits.models import Batch
    from people.models import User

GOAL = 300  # ms
# Names of pages, grouped by their subject.
OWN = {
    "": """datasets imports rubrics prompts projects acts tokens webhooks qualifications batches
        judge_runs judge_replies endpoints annotators appeals payments new_batch""",
    "batch": """batch_running batch_running_parts adjudication exclusions batch_training around
        export batch_audience close_batch batch_annotators""",
    "project": "project project_pool project_payments pay_bonuses",
    "dataset": "dataset",
    "rubric": "rubric_version",
    "waiting": "review_answer",
    "annotator": "annotator",
}
TURNS = {"full": 7, "quick": 5, "tiny": 2}


def busy(scale: str) -> "Busy":
    from benchmarks.desk_fill import Busy

    return {
        "full": Busy(1_000, 1_000_000, 100_000, 5_000),
        "quick": Busy(100, 100_000, 10_000, 500),
        "tiny": Busy(3, 300, 100, 20),
    }[scale]


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return each page's median time in milliseconds, and its ratio to the floor's page."""
    from benchmarks.desk_around import fill_around
    from benchmarks.desk_fill import make_busy_desk
    from benchmarks.fill import make_world, tidy

    world = make_world(past=busy(scale).annotators)
    large = make_busy_desk(world, busy(scale))
    key, owner = _owners_session(large)
    around = fill_around(world, large, owner=owner)
    tidy()
    turns = TURNS[scale]
    floor = _milliseconds(bench.floor, "/hit/", bench.floor.sessions[0], turns)
    return [
        _line(name, _milliseconds(bench.rateroom, address, key, turns), floor)
        for name, address in pages(large, around)
    ]


def pages(batch: "Batch", around: "Around") -> Iterator[tuple[str, str]]:
    """Yield the name and path of each researcher page for `batch` and the objects in `around`."""
    from django.urls import reverse

    yield "desk", reverse("admin:index")
    yield from _own_pages(batch, around)
    yield from _lists_turned(batch)


def _own_pages(batch: "Batch", around: "Around") -> Iterator[tuple[str, str]]:
    from django.urls import reverse

    from benchmarks.desk_around import pages_around

    waiting = batch.assignments.filter(state="submitted").order_by("pk").first()
    enrolment = batch.enrolments.order_by("pk").first()
    ids: dict[str, tuple[object, ...]] = {
        "": (),
        "batch": (batch.pk,),
        "project": (batch.project_id,),
        "dataset": (batch.dataset_id,),
        "rubric": (batch.rubric_version_id,),
        "waiting": (waiting.pk,) if waiting else (),
        "annotator": (batch.pk, enrolment.pk) if enrolment else (),
    }
    found = [(name, ids[kind]) for kind, names in OWN.items() for name in names.split()]
    put_away = [("put_away", (kind, *ids[kind])) for kind in ("batch", "dataset", "project")]
    for name, args in (*found, *put_away, *pages_around(batch, around)):
        words = [word for word in args if isinstance(word, str)]
        about = f" of a {words[0]}" if words else ""
        draft = " (draft)" if around.draft.pk in args else ""
        yield f"{name}{about}{draft}", reverse(f"admin:{name}", args=args)


def _lists_turned(batch: "Batch") -> Iterator[tuple[str, str]]:
    """Yield the name and path of sorted and filtered lists. Annotator lists start in the middle."""
    from django.urls import reverse

    people = reverse("admin:batch_annotators", args=[batch.pk])
    middle_person = batch.enrolments.order_by("pk")[batch.enrolments.count() // 2].pk
    for order in ("-hits", "agreement", "-flags", "name"):
        yield f"annotators by {order}", f"{people}?order={order}&after={middle_person}"
    everybody = reverse("admin:annotators")
    yield "annotators of all batches by gold", f"{everybody}?order=gold&after={middle_person}"
    table = reverse("admin:review_table")
    yield "review_table", f"{table}?batch={batch.pk}"
    yield "review_table by time", f"{table}?batch={batch.pk}&under=1"
    yield (
        "exclusions of a rule",
        (f"{reverse('admin:exclusions', args=[batch.pk])}?rule=faster&number=10"),
    )
    yield "acts of a batch", f"{reverse('admin:acts')}?batch={batch.pk}"


def _owners_session(batch: "Batch") -> "tuple[str, User]":
    from benchmarks.sign_in import open_sessions
    from people.models import Membership, User

    (key,) = open_sessions(1, prefix="desk-owner-")
    owner = User.objects.get(username="desk-owner-0")
    owner.is_staff = True
    owner.save(update_fields=["is_staff"])
    Membership.objects.create(project=batch.project, user=owner, role=Membership.Role.OWNER)
    return key, owner


def _milliseconds(site: Site, address: str, session: str, turns: int) -> float:
    """Return the median time in ms of the requests after the first, or NaN if a request fails."""
    seconds = []
    connection = http.client.HTTPConnection(*loopback(site.base), timeout=120)
    with contextlib.closing(connection):
        for _turn in range(turns + 1):
            began = time.perf_counter()
            connection.request("GET", address, headers={"Cookie": f"sessionid={session}"})
            answer = connection.getresponse()
            answer.read()
            seconds.append(time.perf_counter() - began)
            if answer.status >= http.client.BAD_REQUEST:
                return float("nan")
    return median(seconds[1:]) * 1000


def _line(name: str, ours: float, floor: float) -> Measure:
    return Measure(name, ours, floor, "ms", ours / floor, f"≤ {GOAL} ms", ours <= GOAL)


if __name__ == "__main__":
    run({"desk": measure}, annotators=lambda _scale: 1, about=__doc__)
