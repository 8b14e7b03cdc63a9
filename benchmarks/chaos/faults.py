"""The faults that chaos runs cause."""

import io
import random
import resource
import time
import zipfile

import psutil

from annotation import services
from benchmarks.chaos.annotators import Annotator
from benchmarks.chaos.site import Site, keep_trying
from benchmarks.chaos.small_disk import write_until_it_ends
from benchmarks.chaos.study import Study

FILE_LIMIT = 4096  # bytes; a file that the worker writes is cut here, as on a full disk
FULL_SECONDS = 15
ROOM_SECONDS = 30  # until the site must serve again


class Faults:
    """Faults of a running site. Each fault has a method that causes it, and returns the seconds
    until recovery."""

    def __init__(self, site: Site, study: Study, annotators: list[Annotator]) -> None:
        self.site, self.study, self.annotators = site, study, annotators
        self.imports = 0

    def served(self) -> float:
        """Wait until the site confirms a submission that was sent after this call. Return the
        seconds waited."""
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
            )  # `punctual@` alone is not enough

        return self.site.wait(answered)

    def valkey(self) -> float:
        self.site.child("valkey").kill()
        return max(self.served(), self.worker_answers())

    def postgresql(self) -> float:
        self.site.child("postgres").kill()
        return self.served()

    def full_disk(self) -> float:
        """Fill the site's disk, so that the database stops, and kill the other parts of the site.
        Free some space after `FULL_SECONDS`. Return the seconds until the site works again. Raises
        SystemExit if this takes more than `ROOM_SECONDS`."""
        disk = self.site.disk
        if disk is None:
            raise SystemExit("A full disk needs a disk of the site's own.")
        disk.fill()
        write_until_it_ends(services.database_url(self.site.var))
        for name in ("postgres", "valkey", "worker", "web"):
            self.site.child(name).kill()
        for _second in range(FULL_SECONDS):
            disk.fill()  # again, because deleted incomplete files free space
            time.sleep(1)
        disk.make_room()
        seconds = max(self.served(), self.worker_answers())
        if seconds > ROOM_SECONDS:
            raise SystemExit(f"With room again the site was away for {seconds:.0f} s.")
        return seconds

    def media_disk(self) -> float:
        """Limit the worker's file size, as if the media disk were full. Return the seconds of an
        import after the limit is removed. Raises SystemExit unless the import fails under the limit
        and then succeeds."""
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
        """Import one image on the site's worker, and return the final state of the import. Raises
        SystemExit if the import fails for a reason other than a full disk."""
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
        """Terminate all other database connections, and close each annotator's connection during
        the next request. Return the seconds until the site works again."""
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

    ALL = (
        "web_worker",
        "celery_worker",
        "valkey",
        "postgresql",
        "media_disk",
        "full_disk",
        "connections",
    )
