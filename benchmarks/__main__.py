"""Every benchmark in turn on the same servers: `make bench`, or `python -m benchmarks --quick`."""

from benchmarks import bulk, cost, cycle, flat, people, report
from benchmarks.command import run

if __name__ == "__main__":
    every = {
        "cycle": cycle.measure,
        "people": people.measure,
        "bulk": bulk.measure,
        "flat": flat.measure,
        "cost": cost.measure,
        "report": report.measure,
    }
    run(every, annotators=lambda scale: max(cycle.MANY, people.people(scale)), about=__doc__)
