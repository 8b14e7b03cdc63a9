"""The command behind `make chaos`, which breaks parts of a site under load and counts lost work. It
starts the whole site (`local.supervise`) in a temporary folder. The site has to recover without
help. The tests use `--times 1` for a short run. In the table, "service" is the time from the fault
until the site serves requests again."""

import argparse
import contextlib
import functools
import json
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from annotation import services
from benchmarks.chaos.annotators import Annotator
from benchmarks.chaos.faults import Faults
from benchmarks.chaos.outcome import outcome, sound
from benchmarks.chaos.site import PATIENCE, Site, keep_trying
from benchmarks.chaos.small_disk import CannotMount, SmallDisk
from benchmarks.chaos.study import Study
from benchmarks.results import machine


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
    """Run the chaos test, and return the results. The fault `full_disk` is skipped if a small disk
    cannot be mounted, and `skipped` in the results then gives the reason."""
    with contextlib.ExitStack() as stack:
        var = Path(tempfile.mkdtemp(prefix="rateroom-chaos-"))
        stack.callback(shutil.rmtree, var, ignore_errors=True)
        faults, skipped = arguments.faults, {}
        disk = None
        if "full_disk" in faults:
            try:
                disk = SmallDisk(var)
                stack.callback(disk.unmount)
            except CannotMount as error:
                faults = [name for name in faults if name != "full_disk"]
                skipped = {"full_disk": str(error)}
        return strike(arguments, Site(var, disk), faults) | {"skipped": skipped}


def strike(arguments: argparse.Namespace, site: Site, names: list[str]) -> dict[str, Any]:
    """Cause each named fault `arguments.times` times during work, and return the results."""
    try:
        study = Study(items=400 + 1600 * arguments.times, annotators=arguments.annotators)
        study.publish(site)
        annotators = [
            Annotator(site.port, study.batch.pk, cookies, arguments.think)
            for cookies in study.cookies
        ]
        stopping = threading.Event()
        reviewer = threading.Thread(target=study.review, args=[stopping])
        for thread in [reviewer, *annotators]:
            thread.start()
        faults = Faults(site, study, annotators)
        faults.served()
        seconds: dict[str, list[float]] = {name: [] for name in names}
        began = time.monotonic()
        for _time in range(arguments.times):
            for name in names:
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
            "machine": machine(services.database_url(site.var)),
        }
    finally:
        site.stop()


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
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit(1))  # so that the site is stopped at exit
    result = run(arguments)
    print(table(result))
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    return 0 if result["sound"] else 1


if __name__ == "__main__":
    sys.exit(main())
