"""The tables and numbers of `docs/scale.md`, as Markdown, from the sums in `capacity.py`."""

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.capacity import (
    ASSUMED,
    HOUR,
    Assumption,
    Costs,
    SetUp,
    annotators_a_day,
    annotators_in_memory,
    assumed,
    at_once,
    binding_order,
    busy,
    chosen,
    commits_a_flush,
    machines_needed,
    peak,
    per_hit,
    set_ups,
    stretch,
    web_machines_without_pooler,
)
from benchmarks.servers import THREADS, WORKERS

WORTH = 1.02  # a step that moves the limit by less is not made for it
DEMANDS = (1_000, 10_000, 100_000, 1_000_000)  # annotators a day


def values(costs: Costs) -> dict[str, str]:
    """What the template asks for and the costs decide, by name."""
    hit, options = per_hit(costs), set_ups(costs)
    machine = options[0]
    last = options[-1]
    return {
        "assumptions": assumptions(),
        "measured": measured(costs),
        "per_hit": parts_of_a_hit(costs),
        "demands": demands(options),
        "resources": resources(costs, options),
        "steps": steps(costs, options),
        "limits": limits(options),
        "cycles_a_hit": f"{hit.cycles:.1f}",
        "autosaves": f"{assumed('autosaves'):.0f}",
        "autosave_share": f"{(hit.cycles - 1 - assumed('prefetch')) / hit.cycles:.0%}".replace(
            "%", " %"
        ),
        "without_autosave": number(
            annotators_a_day(machine.carries * hit.cycles / (1 + assumed("prefetch")))
        ),
        "utilisation": percent(assumed("utilisation")),
        "stretch": f"{stretch(costs.cores, assumed('utilisation')):.2f}",
        "stretch_80": f"{stretch(costs.cores, 0.8):.2f}",
        "stretch_90": f"{stretch(costs.cores, 0.9):.2f}",
        "cores": str(costs.cores),
        "one_machine": number(annotators_a_day(machine.carries)),
        "one_machine_hits": number(machine.carries),
        "one_machine_at_once": number(at_once(machine.carries)),
        "one_machine_busy": f"{busy(machine.carries, hit.seconds):.1f}",
        "one_machine_binding": machine.binding,
        "pool": str(WORKERS * THREADS),
        "few": str(web_machines_without_pooler()),
        "max_connections": f"{assumed('max_connections'):.0f}",
        "kept_back": f"{assumed('kept_back'):.0f}",
        "database_share": percent(costs.database / (costs.web + costs.database)),
        "replica_share": percent(hit.reads / (hit.reads + hit.database)),
        "reads": f"{assumed('reads'):.0f}",
        "read_us": f"{1e6 * costs.read:.0f}",
        "media_from": number(annotators_a_day(options[3].limits["network of the media folder"])),
        "html": size(hit.html),
        "media": quantity(ASSUMED["media"]),
        "last": number(annotators_a_day(last.carries)),
        "last_binding": last.binding,
        "disk_flushes": number(costs.disk_flushes),
        "flushes": f"{costs.flushes:.2f}",
        "kept": size(hit.kept),
        "kept_days": f"{assumed('kept_days'):.0f}",
        "wal_archive": size(peak(1) * HOUR / assumed("busiest_hour") * hit.wal_records * 10_000),
    }


def memory(costs: Costs, machine: float) -> dict[str, str]:
    """Where partitions begin to matter, on a machine with so many bytes of memory and on the large
    primary."""
    return {
        "partition_machine": number(annotators_in_memory(costs, machine)),
        "partition_large": number(annotators_in_memory(costs, assumed("database_memory"))),
        "large_memory": quantity(ASSUMED["database_memory"]),
    }


def assumptions() -> str:
    rows = [(one.what, quantity(one), one.reason) for one in ASSUMED.values()]
    return table(("assumed", "value", "why"), rows)


def measured(costs: Costs) -> str:
    rows = [
        ("cycles a second, the whole machine busy", number(costs.cycles)),
        ("a cycle at human speed, median", milliseconds(costs.latency)),
        ("processor time of the web workers, a cycle", milliseconds(costs.web)),
        ("processor time of PostgreSQL, a cycle", milliseconds(costs.database)),
        ("an autosave's processor time over a cycle's: web, PostgreSQL",
         f"{costs.web_autosave:.2f}, {costs.database_autosave:.2f}"),
        ("WAL of a cycle, right after a checkpoint", size(costs.wal)),
        ("WAL of a cycle, long after one", size(costs.wal_records)),
        ("WAL of an autosave", size(costs.wal_autosave)),
        ("flushes of the WAL a cycle, 8 annotators", f"{costs.flushes:.2f}"),
        ("flushes a second that this disk does one after the other", number(costs.disk_flushes)),
        ("HIT page, not compressed", size(costs.page)),
        ("kept per answered HIT: tables, indexes", f"{size(costs.tables)}, {size(costs.indexes)}"),
        ("PostgreSQL's time for an answered HIT in an export", f"{1e6 * costs.read:.0f} µs"),
    ]  # fmt: skip
    return table(("measured", "value"), rows)


def parts_of_a_hit(costs: Costs) -> str:
    hit = per_hit(costs)
    rows = [
        ("processor time, web", milliseconds(hit.web)),
        ("processor time, PostgreSQL", milliseconds(hit.database)),
        ("processor time, exports and reports", milliseconds(hit.reads)),
        ("time that its requests hold a thread and a connection", milliseconds(hit.seconds)),
        (
            "WAL, right after a checkpoint and long after",
            f"{size(hit.wal)}, {size(hit.wal_records)}",
        ),
        ("commits that wait for the disk", number(hit.commits)),
        ("HTML, before compression", size(hit.html)),
        ("kept in the database", size(hit.kept)),
    ]
    return table(("one HIT takes", ""), rows)


def demands(options: Sequence[SetUp]) -> str:
    """A row per demand: what it asks for, the first set-up that carries it, and what then gives out
    first."""
    rows = []
    for demand in DEMANDS:
        rate = peak(demand)
        option, shards = chosen(options, rate)
        name = f"{shards} primaries, each with its projects" if shards > 1 else option.name
        limit = f"{option.binding}, at {number(annotators_a_day(option.carries * shards))}"
        rows.append((f"{demand:,}", number(rate), number(at_once(rate)), name, limit))
    head = (
        "annotators a day",
        "HITs a second, busiest hour",
        "at work at once",
        "first set-up that carries it",
        "its limit",
    )
    return table(head, rows)


def resources(costs: Costs, options: Sequence[SetUp]) -> str:
    """A row per demand: how much of each part it takes."""
    hit = per_hit(costs)
    rows = []
    for demand in DEMANDS:
        rate = peak(demand)
        apart = chosen(options, rate)[0] is not options[0]
        rows.append(
            (
                f"{demand:,}",
                str(machines_needed(rate, costs.cores, hit)) if apart else "the one",
                number(rate * (hit.database + hit.reads) / assumed("utilisation")),
                number(busy(rate, hit.seconds)),
                f"{number(rate * hit.wal / 1e6)} MB/s",
                f"{commits_a_flush(rate, hit):.1f}",
                size(demand * assumed("hits_a_day") * hit.kept),
            )
        )
    head = (
        "web machines",
        "primary's cores",
        "connections busy",
        "WAL",
        "commits a flush",
        "kept a day",
    )
    return table(("annotators a day", *head), rows)


def steps(costs: Costs, options: Sequence[SetUp]) -> str:
    """Each set-up, what gives out first in it, from how many annotators a day it is needed, and at
    how many it ends."""
    free = set_ups(replace(costs, web_autosave=0, database_autosave=0, wal_autosave=0))
    rows = []
    needed = 0.0
    for place, (one, without) in enumerate(zip(options, free, strict=True)):
        carries = annotators_a_day(one.carries)
        gain = carries > needed * WORTH
        since = "the first" if place == 0 else number(needed) if gain else "not for this limit"
        rows.append(
            (
                one.name,
                since,
                one.binding,
                number(carries),
                number(annotators_a_day(without.carries)),
            )
        )
        needed = max(needed, carries)
    rows.append(
        ("projects on several primaries", number(needed), "nothing", "any number", "any number")
    )
    head = (
        "set-up, each with the steps above",
        "needed from annotators a day",
        "gives out first",
        "at",
    )
    return table((*head, "at, if autosaves were free"), rows)


def limits(options: Sequence[SetUp]) -> str:
    """Each part of each set-up in annotators a day; a dash where the part is none of its limits."""
    parts = binding_order(options)
    rows = [
        (
            one.name,
            *(
                number(annotators_a_day(one.limits[part])) if part in one.limits else "–"
                for part in parts
            ),
        )
        for one in options
    ]
    return table(("annotators a day until", *parts), rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float) -> str:
    """Two figures that count, without an exponent."""
    if value == float("inf"):
        return "no limit"
    if value >= 100:
        return f"{float(f'{value:.2g}'):,.0f}"
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def quantity(one: Assumption) -> str:
    """An assumption's value as it was set, with its unit."""
    if one.unit.startswith("bytes"):
        factor, prefix = (
            (1e9, "G") if one.value >= 1e9 else (1e6, "M") if one.value >= 1e6 else (1e3, "k")
        )
        return f"{one.value / factor:g} {prefix}B{one.unit.removeprefix('bytes')}"
    return (
        f"{one.value:,.0f} {one.unit}".strip()
        if one.value >= 1
        else f"{one.value:g} {one.unit}".strip()
    )


def percent(share: float) -> str:
    return f"{number(100 * share)} %"


def milliseconds(seconds: float) -> str:
    return f"{number(1000 * seconds)} ms"


def size(value: float) -> str:
    """Bytes in the unit that fits, in powers of 1,000."""
    for factor, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if value >= factor:
            return f"{number(value / factor)} {unit}"
    return f"{number(value)} bytes"
