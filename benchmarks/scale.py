"""The load that Rateroom can serve, calculated from a recorded benchmark run.

`python -m benchmarks.scale [RESULT.json]` uses the newest full run by default, or else the newest
quick run. `capacity.py` contains the formulas and assumptions. docs/scale.md explains them for one
run.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.capacity import Costs, annotators_a_day, chosen, peak, set_ups

DEMANDS = (1_000, 10_000, 100_000, 1_000_000)  # annotators per day
CYCLE, PEOPLE, EXPORT = "cycle, ", " annotators, think time ", "long export of "
SPEED = (CYCLE, PEOPLE, EXPORT)
COST = "web's processor time a cycle"


class NotRecorded(Exception):
    """Raised if a measure has not been recorded. The message names the command to run."""


def newest(folder: Path, *parts: str) -> Path:
    """Return the path of the newest full run in `folder` that has measures whose names contain
    `parts`. If there is none, return the newest run of any scale. Raises NotRecorded if no run has
    the measures."""
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
    """Return the path of the run that contains the cost of a cycle. This is `path` itself or, if it
    has no cost, the newest run in the same folder that has it."""
    return path if _find(json.loads(path.read_text()), COST) else newest(path.parent, COST)


def read_costs(run: Mapping[str, Any], cost: Mapping[str, Any]) -> Costs:
    """Return the costs from the JSON of a run of `make bench` and of a run of `benchmarks.cost`,
    which can be the same run. Raises KeyError or NotRecorded if a value is missing."""
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


def lines(costs: Costs) -> Iterator[str]:
    """Yield a line for each set-up with the number of annotators per day that it can serve. Then
    yield a line for each demand with the set-up that it needs."""
    options = set_ups(costs)
    for option in options:
        limits = ", ".join(
            f"{part} {annotators_a_day(limit):,.0f}" for part, limit in option.limits.items()
        )
        yield f"{option.name}: {annotators_a_day(option.carries):,.0f} annotators a day ({limits})"
    for demand in DEMANDS:
        option, shards = chosen(options, peak(demand))
        yield f"{demand:,} annotators a day: {option.name}" + (f" × {shards}" if shards > 1 else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("result", type=Path, nargs="?", help="a run of make bench")
    path = parser.parse_args().result or newest(results.FOLDER, *SPEED)
    run, cost = (json.loads(each.read_text()) for each in (path, cost_run(path)))
    print(f"From {path}:", *lines(read_costs(run, cost)), sep="\n")


if __name__ == "__main__":
    main()
