"""The command that runs all benchmarks one after another on the same servers: `make bench`, or
`python -m benchmarks --quick`."""

from benchmarks import bulk, cost, cycle, flat, heavy_media, people, report
from benchmarks.command import run

if __name__ == "__main__":
    every = {
        "cycle": cycle.measure,
        "people": people.measure,
        "bulk": bulk.measure,
        "flat": flat.measure,
        "cost": cost.measure,
        "report": report.measure,
        "heavy_media": heavy_media.measure,
    }
    run(every, annotators=lambda scale: max(cycle.MANY, people.people(scale)), about=__doc__)
