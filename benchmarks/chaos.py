"""`make chaos`: annotators at work over HTTP while parts of the site are killed; then whether
anything was lost.

Starts the whole site (`devserver.supervise`) in a throwaway folder and leaves every repair to it.
`--times 1` is the short form that the tests run. The table's "service" is the time from the fault
until the part serves again.
"""

import argparse
import contextlib
import functools
import io
import json
import os
import platform
import random
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import psutil

from benchmarks.chaos_annotators import Annotator

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120  # seconds after which a fault counts as not survived
FILE_LIMIT = 4096  # bytes; a file that the worker writes is cut here, as on a full disk
REVIEW_SECONDS = 0.5


class Site:
    """A supervised site in a folder and on a port of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        own = {
            "RATEROOM_VAR": str(var),
            "PORT": str(self.port),
            "DEMO": "no",
            "HTTPS": "false",
            "WORKER_PROCESSES": "1",
        }
        os.environ.update(own, DJANGO_SETTINGS_MODULE="annotation.settings")
        for name in ("DATABASE_URL", "REDIS_URL", "MEDIA_ROOT"):
            os.environ.pop(name, None)
        self.console = var / "console"
        with self.console.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "devserver.supervise"],
                cwd=ROOT,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.wait(lambda: "Rateroom is ready" in self.console.read_text())

    def wait(self, condition: Callable[[], Any]) -> float:
        """The seconds until `condition` holds; it may raise while a part is away."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(Exception):
                if condition():
                    return time.monotonic() - began
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise SystemExit(f"Waited in vain. The console's end:\n{self.console.read_text()[-3000:]}")

    def child(self, name: str) -> psutil.Process:
        noted = json.loads((self.var / "run.json").read_text())
        return psutil.Process(next(entry["pid"] for entry in noted if entry["name"] == name))

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)


def keep_trying(work: Callable[[], Any]) -> Any:
    """`work` on the database directly, again and again while that is away."""
    from django.db import InterfaceError, OperationalError, connection

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except (OperationalError, InterfaceError):
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


class Study:
    """A project, a batch and its people, put straight into the site's database."""

    def __init__(self, *, items: int, annotators: int) -> None:
        import django

        django.setup()
        from hits.models import Batch
        from payments.posting import deposit
        from people.models import Project, User
        from people.pool import add_to_pool
        from stimuli.models import Dataset, Item, Output, System
        from surveys.models import RubricVersion
        from surveys.samples import sample_stimulus

        self.project = Project.objects.create(name="Chaos")
        deposit(project=self.project, amount=Decimal(100_000), key="start")
        version = RubricVersion.objects.get(rubric__name="summary-clarity", rubric__project=None)
        data = Dataset.objects.create(project=self.project, name="Texts", simulated=True)
        system = System.objects.create(dataset=data, name="Heron")
        fields = dict(sample_stimulus(version.spec, {}).fields)
        shown = Item.objects.bulk_create(
            (
                Item(dataset=data, external_id=f"item-{number}", fields=fields)
                for number in range(items)
            ),
            2000,
        )
        Output.objects.bulk_create(
            (Output(item=item, system=system, text="A summary.") for item in shown), 2000
        )
        self.batch = Batch.objects.create(
            project=self.project, dataset=data, rubric_version=version, title="Under fault",
            annotators_per_hit=2, reward=Decimal("0.05"), flat_fee=Decimal("0.01"),
            allotted_seconds=3600,
        )  # fmt: skip
        self.batch.systems.set([system])
        self.people = [
            User.objects.create(username=f"annotator-{number}") for number in range(annotators)
        ]
        add_to_pool(project=self.project, users=self.people, by=None)

    def publish(self, site: Site) -> None:
        from hits.batches.publishing import publish_batch

        publish_batch(batch_id=self.batch.pk)
        site.wait(lambda: self.batch.refresh_from_db() or self.batch.state == "live")

    def cookies(self, user: Any) -> dict[str, str]:
        """What the browser of somebody who has logged in holds."""
        from django.conf import settings
        from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
        from django.utils.crypto import get_random_string

        from people.sessions import SessionStore

        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        return {"sessionid": str(session.session_key), "csrftoken": get_random_string(32)}

    def review(self, stopping: threading.Event) -> None:
        """Approve most of what was submitted, reject some, and overturn some rejections."""
        from hits.models import Assignment
        from hits.review.decisions import (
            approve_assignments,
            overturn_rejections,
            reject_assignments,
        )

        def ids(state: str) -> list[int]:
            return list(
                Assignment.objects.filter(batch=self.batch, state=state).values_list(
                    "pk", flat=True
                )[:50]
            )

        def decide() -> None:
            waiting = ids("submitted")
            approve_assignments(batch=self.batch, ids=waiting[5:], by=None)
            reject_assignments(batch=self.batch, ids=waiting[:5], reason="A sample.", by=None)
            overturn_rejections(batch=self.batch, ids=ids("rejected")[:2], by=None)

        while not stopping.wait(REVIEW_SECONDS):
            keep_trying(decide)


class Faults:
    """One method per fault: breaks something, and returns the seconds until it served again."""

    def __init__(self, site: Site, study: Study, annotators: list[Annotator]) -> None:
        self.site, self.study, self.annotators = site, study, annotators
        self.imports = 0

    def served(self) -> float:
        """Until a submission that began after this moment is acknowledged."""
        since = time.monotonic()
        return self.site.wait(
            lambda: any(
                one.acknowledged and one.acknowledged[-1][1] > since for one in self.annotators
            )
        )

    def web_worker(self) -> float:
        master = self.site.child("web")
        killed = random.choice(master.children())
        before = len(master.children())
        killed.kill()
        began, served = time.monotonic(), self.served()
        self.site.wait(lambda: not killed.is_running() and len(master.children()) == before)
        return max(served, time.monotonic() - began)

    def celery_worker(self) -> float:
        self.site.child("worker").kill()
        return self.worker_answers()

    def worker_answers(self) -> float:
        from annotation.celery import app

        def answered() -> bool:
            replies = app.control.ping(timeout=0.5)
            return any(
                name.startswith("celery@") for reply in replies for name in reply
            )  # not only `punctual@`

        return self.site.wait(answered)

    def valkey(self) -> float:
        self.site.child("valkey").kill()
        return max(self.served(), self.worker_answers())

    def postgresql(self) -> float:
        self.site.child("postgres").kill()
        return self.served()

    def full_disk(self) -> float:
        """The worker can write no file to its end: an import is refused whole, and succeeds once
        there is room."""
        worker = self.site.child("worker")
        family = [worker, *worker.children(recursive=True)]
        for process in family:
            process.rlimit(psutil.RLIMIT_FSIZE, (FILE_LIMIT, resource.RLIM_INFINITY))
        refused = self.import_picture()
        for process in family:
            process.rlimit(psutil.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        began = time.monotonic()
        done = self.import_picture()
        if (refused, done) != ("failed", "done"):
            raise SystemExit(
                f"With a full disk the import ended {refused}, and with room again {done}."
            )
        return time.monotonic() - began

    def import_picture(self) -> str:
        """Have the worker import one picture; how that ended."""
        from django.core.files.base import ContentFile
        from PIL import Image

        from stimuli.imports.options import ImportOptions
        from stimuli.imports.running import request_import

        self.imports += 1
        picture, archive = io.BytesIO(), io.BytesIO()
        Image.frombytes("RGB", (80, 80), random.randbytes(80 * 80 * 3)).save(picture, "PNG")
        with zipfile.ZipFile(archive, "w") as packed:
            packed.writestr("one.png", picture.getvalue())
        table = b"item,image,system,output\none,one.png,Heron,A text.\n"
        record = keep_trying(
            lambda: request_import(
                project=self.study.project, name=f"Pictures {self.imports}",
                options=ImportOptions(), table=ContentFile(table, "table.csv"),
                archive=ContentFile(archive.getvalue(), "media.zip"),
            )
        )  # fmt: skip
        self.site.wait(lambda: record.refresh_from_db() or record.state in {"done", "failed"})
        if record.state == "failed" and "Make room in the media folder" not in record.problems[0]:
            raise SystemExit(f"The import was refused without saying what to do: {record.problems}")
        return str(record.state)

    def connections(self) -> float:
        """Every database connection is cut at the server, and every browser hangs up in its next
        request."""
        from django.db import connection

        def cut() -> None:
            with connection.cursor() as cursor:
                cursor.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where datname = current_database() and pid <> pg_backend_pid()"
                )

        for annotator in self.annotators:
            annotator.hang_up.set()
        keep_trying(cut)
        return self.served()

    ALL = ("web_worker", "celery_worker", "valkey", "postgresql", "full_disk", "connections")


def outcome(site: Site, annotators: list[Annotator]) -> dict[str, Any]:
    """What the database holds against what the annotators saw."""
    from django.urls import reverse

    from hits.models import Assignment
    from hits.states import ANSWERED

    acknowledged = {
        address for annotator in annotators for address, _began in annotator.acknowledged
    }
    answered = list(
        Assignment.objects.filter(state__in=ANSWERED).values_list("pk", "hit_id", "annotator_id")
    )
    stored = {reverse("assignment", args=[pk]) for pk, _hit, _person in answered}
    by_person = Counter((hit, person) for _pk, hit, person in answered)
    report = json.loads(site.run("verify", "--media", "--json").stdout)
    count = {check["name"]: check["count"] for check in report["checks"]}
    return {
        "acknowledged": len(acknowledged),
        "acknowledged_twice": sum(len(annotator.acknowledged) for annotator in annotators)
        - len(acknowledged),
        "found": len(acknowledged & stored),
        "stored_without_acknowledgement": len(stored - acknowledged),
        "doubled": sum(number - 1 for number in by_person.values()),
        "over_assigned": count["over_assigned"],
        "money_differences": int(
            site.run("reconcile").stdout.splitlines()[-1].split(", ")[1].split(" ")[0]
        ),
        "verify_broken": [
            one["name"] for one in report["checks"] if one["count"] and one["level"] == "error"
        ],
        "verify_warnings": {one["name"]: one["count"] for one in report["checks"] if one["count"]},
        "trouble": dict(sum((annotator.trouble for annotator in annotators), Counter())),
    }


def sound(result: dict[str, Any]) -> bool:
    zero = ("doubled", "over_assigned", "money_differences", "acknowledged_twice")
    whole = result["acknowledged"] == result["found"] > 0 and not result["verify_broken"]
    return whole and not any(result[name] for name in zero) and "form lost" not in result["trouble"]


def table(result: dict[str, Any]) -> str:
    lines = [f"{'fault':<16}{'times':>6}{'median s':>10}{'worst s':>10}"]
    for name, seconds in result["seconds_until_service"].items():
        lines.append(
            f"{name:<16}{len(seconds):>6}{statistics.median(seconds):>10.1f}{max(seconds):>10.1f}"
        )
    plain = [
        f"{name.replace('_', ' ')}: {result[name]}"
        for name in result
        if name != "seconds_until_service"
    ]
    return "\n".join([*lines, "", *plain])


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    var = Path(tempfile.mkdtemp(prefix="rateroom-chaos-"))
    site = Site(var)
    try:
        study = Study(items=400 + 1600 * arguments.times, annotators=arguments.annotators)
        study.publish(site)
        annotators = [
            Annotator(site.port, study.batch.pk, study.cookies(user), arguments.think)
            for user in study.people
        ]
        stopping = threading.Event()
        reviewer = threading.Thread(target=study.review, args=[stopping])
        for thread in [reviewer, *annotators]:
            thread.start()
        faults = Faults(site, study, annotators)
        faults.served()
        seconds: dict[str, list[float]] = {name: [] for name in arguments.faults}
        began = time.monotonic()
        for _time in range(arguments.times):
            for name in arguments.faults:
                seconds[name].append(round(getattr(faults, name)(), 2))
                print(f"{name}: served again after {seconds[name][-1]} s", flush=True)
                time.sleep(arguments.settle)
        worked = time.monotonic() - began
        for annotator in annotators:
            annotator.stopping.set()
        stopping.set()
        for thread in [reviewer, *annotators]:
            thread.join(PATIENCE)
        result = {"seconds_until_service": seconds, "seconds": round(worked), **keep_trying(
            functools.partial(outcome, site, annotators))}  # fmt: skip
        shutil.copy(site.console, arguments.console) if arguments.console else None
        return {
            **result,
            "sound": sound(result),
            "annotators": arguments.annotators,
            "machine": machine(),
        }
    finally:
        site.stop()
        shutil.rmtree(var, ignore_errors=True)


def machine() -> dict[str, Any]:
    return {
        "cpus": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="how often each fault strikes")
    parser.add_argument("--annotators", type=int, default=32)
    parser.add_argument(
        "--think", type=float, default=0.5, help="seconds, on average, between page and answers"
    )
    parser.add_argument(
        "--settle", type=float, default=3, help="seconds of undisturbed work after each fault"
    )
    parser.add_argument("--faults", nargs="+", choices=Faults.ALL, default=list(Faults.ALL))
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument("--console", type=Path, help="a file for the site's console")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit(1))  # the site is stopped on the way out
    result = run(arguments)
    print(table(result))
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    return 0 if result["sound"] else 1


if __name__ == "__main__":
    sys.exit(main())
