"""Derives from a recorded run what Rateroom carries, and writes `docs/scale.md` with its figure.

    python -m benchmarks.scale                        # the tables, from the newest full run,
                                                      # else the newest quick one
    python -m benchmarks.scale --write docs/scale.md  # the page, and docs/images/scale.svg
                                                      # beside it
    python -m benchmarks.scale RESULT.json            # from this run

The sums and assumptions are in `capacity.py`, the words in `scale.template.md`.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from benchmarks import results, scale_tables
from benchmarks.capacity import Costs
from benchmarks.scale_figure import draw

TEMPLATE = results.ROOT / "benchmarks" / "scale.template.md"
FIGURE = Path("images") / "scale.svg"
CYCLE, PEOPLE, EXPORT = "cycle, ", " annotators, think time ", "long export of "
SPEED = (CYCLE, PEOPLE, EXPORT)
COST = "web's processor time a cycle"


class NotRecorded(Exception):
    """A figure that the derivation needs is in no recorded run; the message says which, and what to
    run."""


def newest(folder: Path, *parts: str) -> Path:
    """The newest full run in `folder` that has measures with these parts of names; without one, the
    newest of any kind.

    A benchmark that was run alone is passed over where it lacks one.
    """
    known = [(path, json.loads(path.read_text())) for path in sorted(folder.glob("*.json"))]
    fit = [
        (run["scale"] == "full", run["taken_at"], path)
        for path, run in known
        if "measures" in run and all(_find(run, part) for part in parts)
    ]
    if not fit:
        raise NotRecorded(
            f"No run in {folder} has {', '.join(f'“{part.strip()}”' for part in parts)}. "
            "Run `make bench`."
        )
    return max(fit)[2]


def cost_run(path: Path) -> Path:
    """The run that says what a cycle costs: `path` itself where it does, else the newest beside
    it."""
    return path if _find(json.loads(path.read_text()), COST) else newest(path.parent, COST)


def read_costs(run: Mapping[str, Any], cost: Mapping[str, Any]) -> Costs:
    """Costs from a run of `make bench` and one of `benchmarks.cost`, which may be the same.
    KeyError, NotRecorded."""
    people, export = _get(run, PEOPLE), _get(run, EXPORT)
    exported = int(export["name"].removeprefix(EXPORT).split()[0].replace(",", ""))

    def term(name: str) -> float:
        return float(_get(cost, name)["ours"])

    return Costs(
        cores=run["machine"]["cores"],
        cycles=min(one["ours"] for one in run["measures"] if one["name"].startswith(CYCLE)),
        latency=people["details"]["rateroom"]["p50_ms"] / 1000,
        web=term(COST) / 1000,
        database=term("PostgreSQL's processor time a cycle") / 1000,
        web_autosave=term("web's processor time, autosave over cycle"),
        database_autosave=term("PostgreSQL's processor time, autosave over cycle"),
        wal=term("WAL a cycle, after a checkpoint"),
        wal_records=term("WAL a cycle, records only"),
        wal_autosave=term("WAL an autosave"),
        flushes=term("WAL flushes a cycle"),
        disk_flushes=term("flushes of this disk"),
        page=term("HIT page, not compressed"),
        tables=term("kept per answered HIT: tables"),
        indexes=term("… indexes"),
        read=export["details"]["bare_seconds"] / exported,
    )


def _find(run: Mapping[str, Any], part: str) -> dict[str, Any] | None:
    return next((one for one in run["measures"] if part in one["name"]), None)


def _get(run: Mapping[str, Any], part: str) -> dict[str, Any]:
    found = _find(run, part)
    if found is None:
        raise NotRecorded(
            f"The run of {run['taken_at']} has no “{part}”. Run `make bench`, or `benchmarks.cost`."
        )
    return found


def page(path: Path) -> tuple[str, bytes]:
    """`docs/scale.md` and its figure, from the recorded run at `path`."""
    beside = cost_run(path)
    run, cost = (json.loads(one.read_text()) for one in (path, beside))
    costs = read_costs(run, cost)
    figure = draw(costs)
    values = scale_tables.values(costs) | {
        "run": _named(path, run),
        "cost_run": "the same run" if beside == path else _named(beside, cost),
        "machine": "{cores} cores of {processor}, {memory_gb} GB, PostgreSQL {postgresql}".format(
            **run["machine"]
        ),
        "machine_memory": f"{run['machine']['memory_gb']:.0f} GB",
        "caution": _caution([run, cost]),
        "figure": f"![{figure.alt}]({FIGURE.as_posix()})",
    }
    values |= scale_tables.memory(costs, run["machine"]["memory_gb"] * 2**30)
    return Template(TEMPLATE.read_text()).substitute(values), figure.svg


def _named(path: Path, run: Mapping[str, Any]) -> str:
    kind = "" if run["scale"] == "full" else f", a {run['scale']} run"
    return f"`benchmarks/results/{path.name}` (revision {run['commit']}{kind})"


def _caution(runs: Sequence[Mapping[str, Any]]) -> str:
    if all(run["scale"] == "full" for run in runs):
        return "Both come from full runs on an otherwise idle machine."
    return (
        "**Not all of it comes from a full run**: quick runs are short, and rounds of one may "
        "differ by half. "
        "Read the figures below as good to a factor of two."
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "result",
        type=Path,
        nargs="?",
        help="a run of make bench (default: the newest, full ones first)",
    )
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="write the page here and its figure beside it"
    )
    given = parser.parse_args()
    path = given.result or newest(results.FOLDER, *SPEED)
    text, svg = page(path)
    if given.write is None:
        print(text)
        return
    given.write.write_text(text)
    figure = given.write.parent / FIGURE
    figure.parent.mkdir(exist_ok=True)
    figure.write_bytes(svg)
    print(f"{given.write} and {figure}, from {path}")


if __name__ == "__main__":
    main()
