"""The tables and numbers of `docs/scale.md`, as Markdown, from the sums in `capacity.py`."""

from collections.abc import Sequence

from benchmarks.capacity import (
    ASSUMED,
    HOUR,
    Costs,
    SetUp,
    assumed,
    at_once,
    binding_order,
    busy,
    chosen,
    commits_a_flush,
    machines_needed,
    peak,
    per_hit,
    raters_a_day,
    raters_in_memory,
    set_ups,
    stretch,
    web_machines_without_pooler,
)
from benchmarks.servers import THREADS, WORKERS

DEMANDS = (1_000, 10_000, 100_000, 1_000_000)  # raters a day


def values(costs: Costs) -> dict[str, str]:
    """What the template asks for and the costs decide, by name."""
    hit, options = per_hit(costs), set_ups(costs)
    machine = options[0]
    last = options[-1]
    return {
        "assumptions": assumptions(),
        "measured": measured(costs),
        "per_hit": parts_of_a_hit(costs),
        "demands": demands(costs, options),
        "steps": steps(options),
        "limits": limits(options),
        "cycles_a_hit": f"{hit.cycles:.1f}",
        "autosaves": f"{assumed('autosaves'):.0f}",
        "autosave_share": f"{(hit.cycles - 1 - assumed('ahead')) / hit.cycles:.0%}".replace("%", " %"),
        "without_autosave": number(raters_a_day(machine.carries * hit.cycles / (1 + assumed("ahead")))),
        "utilisation": percent(assumed("utilisation")),
        "stretch": f"{stretch(costs.cores, assumed('utilisation')):.2f}",
        "stretch_80": f"{stretch(costs.cores, 0.8):.2f}",
        "stretch_90": f"{stretch(costs.cores, 0.9):.2f}",
        "cores": str(costs.cores),
        "one_machine": number(raters_a_day(machine.carries)),
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
        "media_from": number(raters_a_day(options[3].limits["network of the media folder"])),
        "html": size(hit.html),
        "media": size(assumed("media")),
        "last": number(raters_a_day(last.carries)),
        "last_binding": last.binding,
        "disk_flushes": number(costs.disk_flushes),
        "flushes": f"{costs.flushes:.2f}",
        "kept": size(hit.kept),
        "kept_days": f"{assumed('kept_days'):.0f}",
        "wal_archive": size(peak(1) * HOUR / assumed("busiest_hour") * hit.wal_records * 10_000),
    }


def memory(costs: Costs, machine: float) -> dict[str, str]:
    """Where partitions begin to matter, on a machine with so many bytes of memory and on the large primary."""
    return {
        "partition_machine": number(raters_in_memory(costs, machine)),
        "partition_large": number(raters_in_memory(costs, assumed("database_memory"))),
        "large_memory": size(assumed("database_memory")),
    }


def assumptions() -> str:
    rows = [(one.what, f"{quantity(one.value)} {one.unit}".strip(), one.reason) for one in ASSUMED.values()]
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
        ("flushes of the WAL a cycle, 8 raters", f"{costs.flushes:.2f}"),
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
        ("WAL, right after a checkpoint and long after", f"{size(hit.wal)}, {size(hit.wal_records)}"),
        ("commits that wait for the disk", number(hit.commits)),
        ("HTML, before compression", size(hit.html)),
        ("kept in the database", size(hit.kept)),
    ]
    return table(("one HIT takes", ""), rows)


def demands(costs: Costs, options: Sequence[SetUp]) -> str:
    """A row per demand: what it asks for, the first set-up that carries it, and what then gives out first."""
    hit = per_hit(costs)
    asked = ("raters a day", "HITs/s, busiest hour", "at work at once", "first set-up that carries it", "its limit")
    head = (*asked, "web machines", "primary's cores", "connections busy", "WAL MB/s", "commits a flush", "GB a day")
    rows = []
    for demand in DEMANDS:
        rate = peak(demand)
        option, shards = chosen(options, rate)
        cores = rate * (hit.database + hit.reads) / assumed("utilisation")
        apart = option is not options[0]
        rows.append((
            f"{demand:,}", number(rate), f"{at_once(rate):,.0f}",
            f"{shards} primaries, each with its projects" if shards > 1 else option.name,
            f"{option.binding}, at {number(raters_a_day(option.carries * shards))}",
            str(machines_needed(rate, costs.cores, hit)) if apart else "the one",
            number(cores) if apart else f"{cores:.2f} of the {costs.cores}",
            number(busy(rate, hit.seconds)), number(rate * hit.wal / 1e6), f"{commits_a_flush(rate, hit):.1f}",
            number(demand * assumed("hits_a_day") * hit.kept / 1e9),
        ))  # fmt: skip
    return table(head, rows)


def steps(options: Sequence[SetUp]) -> str:
    """Each set-up, what gives out first in it, and from how many raters a day it is needed."""
    rows = []
    needed = 0.0
    for place, one in enumerate(options):
        carries = raters_a_day(one.carries)
        gain = place == 0 or carries > needed * 1.005
        since = "from the first" if place == 0 else number(needed) if gain else "not for this limit"
        rows.append((one.name, since, one.binding, number(carries)))
        needed = max(needed, carries)
    rows.append(("projects on several primaries", number(needed), "grows with their number", "any number"))
    return table(("set-up, each with the ones above", "needed from raters a day", "gives out first", "at"), rows)


def limits(options: Sequence[SetUp]) -> str:
    """Each part of each set-up in raters a day; a dash where the part is none of its limits."""
    parts = binding_order(options)
    rows = [
        (one.name, *(number(raters_a_day(one.limits[part])) if part in one.limits else "–" for part in parts))
        for one in options
    ]
    return table(("raters a day until", *parts), rows)


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


def quantity(value: float) -> str:
    """An assumption's value as it was set."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


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
