"""Assumptions and formulas for the number of annotators per day that a set-up can serve, given
measured costs. `benchmarks.scale` passes the costs from a recorded result. All values that were not
measured are in ASSUMED."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.material import ANSWERS
from benchmarks.servers import THREADS, WORKERS

HOUR = 3_600  # seconds


# Assumptions that were not measured; docs/scale.md has the reasons.
ASSUMED = {
    "hits_a_day": 60,  # per annotator
    "seconds_a_hit": 30,
    "busiest_hour": 0.12,  # share of a day's HITs
    "utilisation": 0.6,  # the highest utilisation of a part in the busiest hour
    "autosaves": ANSWERS,  # per HIT
    "prefetch": 0.5,  # cost of the request for the next HIT, in cycles
    "reads": 10,  # times that exports and reports read each answer
    "media": 300_000,  # bytes per HIT
    "link": 125e6,  # bytes/s of one machine's network
    "disk": 131e6,  # bytes/s that the database's disk can write continuously
    "database_cores": 64,  # cores of the largest primary
    "max_connections": 100,  # PostgreSQL's default
    "kept_back": 8,  # connections that no pool may take
}


def assumed(name: str) -> float:
    """Return the value of the assumption `name`."""
    return ASSUMED[name]


@dataclass(frozen=True)
class Costs:
    """Measured costs. Times are in core-seconds except for `latency`, and sizes are in bytes."""

    cores: int
    # Cycles per second without think time, with web, database and load generator on one machine.
    cycles: float
    latency: float  # seconds of one cycle at human speed (median)
    web: float  # per cycle
    database: float  # per cycle
    web_autosave: float  # relative to a cycle's web time
    database_autosave: float  # relative to a cycle's database time
    wal: float  # per cycle, right after a checkpoint
    wal_records: float  # per cycle, long after a checkpoint
    wal_autosave: float
    flushes: float  # flushes of the WAL per cycle, with eight annotators
    page: float  # one page's HTML, not compressed
    tables: float  # per answered HIT
    indexes: float
    read: float  # database time per answered HIT in an export


def in_cycles(autosave: float, autosaves: float, prefetch: float) -> float:
    """Return the cost of one HIT in cycles: 1 + autosaves × autosave + prefetch. `autosave` and
    `prefetch` are the costs of these requests in cycles, and `autosaves` is the number of autosaves
    per HIT."""
    return 1 + autosaves * autosave + prefetch


def peak(annotators_a_day: float) -> float:
    """Return the number of HITs per second in the busiest hour: annotators × HITs per annotator ×
    the share of work in the busiest hour / 3,600 s."""
    return annotators_a_day * assumed("hits_a_day") * assumed("busiest_hour") / HOUR


def annotators_a_day(hits_a_second: float) -> float:
    """Return the number of annotators per day that leads to `hits_a_second` in the busiest hour
    (the inverse of `peak`)."""
    return hits_a_second / peak(1)


def at_once(hits_a_second: float) -> float:
    """Return how many annotators work at once (Little's law): HITs per second × seconds per HIT."""
    return hits_a_second * assumed("seconds_a_hit")


def busy(requests_a_second: float, seconds: float) -> float:
    """Return the mean number of busy threads, and so of database connections, by Little's law:
    requests per second × seconds per request."""
    return requests_a_second * seconds


def erlang_c(servers: int, offered: float) -> float:
    """Return the probability that a request has to wait in an M/M/c queue, by Erlang's C formula.
    `offered` is arrival rate × service time, which must be less than `servers`."""
    shares = [offered**k / math.factorial(k) for k in range(servers)]
    waiting = offered**servers / math.factorial(servers) * servers / (servers - offered)
    return waiting / (sum(shares) + waiting)


def stretch(servers: int, utilisation: float) -> float:
    """Return an M/M/c queue's mean response in service times: 1 + C(c, cρ) / (c (1 - ρ))."""
    return 1 + erlang_c(servers, servers * utilisation) / (servers * (1 - utilisation))


@dataclass(frozen=True)
class PerHit:
    """The cost of one HIT for each part of the site, with autosaves and the prefetch."""

    cycles: float
    web: float  # seconds of a core
    database: float  # seconds of a core, without the reads of exports and reports
    reads: float  # seconds of a core of whichever server answers exports and reports
    wal: float  # bytes right after a checkpoint
    wal_records: float  # bytes long after a checkpoint
    commits: float  # each waits for the disk
    seconds: float  # seconds that requests hold a thread and a connection
    html: float  # bytes
    kept: float  # bytes stored


def per_hit(costs: Costs) -> PerHit:
    """Return the cost of one HIT for each part of the site, with autosaves and the prefetch."""
    autosaves, prefetch = assumed("autosaves"), assumed("prefetch")
    web = in_cycles(costs.web_autosave, autosaves, prefetch)
    database = in_cycles(costs.database_autosave, autosaves, prefetch)
    core = (web * costs.web + database * costs.database) / (costs.web + costs.database)
    return PerHit(
        cycles=core,
        web=web * costs.web,
        database=database * costs.database,
        reads=assumed("reads") * costs.read,
        wal=costs.wal * (1 + prefetch) + autosaves * costs.wal_autosave,
        wal_records=costs.wal_records * (1 + prefetch) + autosaves * costs.wal_autosave,
        commits=1 + prefetch + autosaves,
        seconds=core * costs.latency,
        html=costs.page * (1 + prefetch),
        kept=costs.tables + costs.indexes,
    )


def web_machines_without_pooler() -> int:
    """Return how many web machines can connect to PostgreSQL directly: (maximum connections -
    reserved connections) / (workers × threads), rounded down."""
    free = assumed("max_connections") - assumed("kept_back")
    return int(free // (WORKERS * THREADS))


Limits = Mapping[str, float]  # HITs per second at the limit of each part

CPU, WEB_CPU, DATABASE_CPU = "processors", "web machines' processors", "primary's processors"
THREADS_FULL, WAL, LINK, MEDIA = (
    "threads and connections",
    "WAL",
    "network",
    "network of the media folder",
)


def one_machine(costs: Costs, hit: PerHit) -> Limits:
    """Return the limit of each part, in HITs per second, if everything runs on the measured
    machine. Each limit is maximum utilisation × capacity / cost of a HIT. The limit of threads
    follows from Little's law."""
    rule = assumed("utilisation")
    return {
        CPU: rule * costs.cycles / (hit.cycles + hit.reads * costs.cycles / costs.cores),
        THREADS_FULL: rule * WORKERS * THREADS / hit.seconds,
        WAL: rule * assumed("disk") / hit.wal,
        LINK: rule * assumed("link") / (hit.html + assumed("media")),
    }


def web_apart(
    costs: Costs,
    hit: PerHit,
    *,
    machines: float,
    cores: float,
    replica: bool = False,
    s3: bool = False,
) -> Limits:
    """Return the limit of each part, in HITs per second, with `machines` web machines and a primary
    database server. The database server has `cores` cores. Otherwise, all machines are like the
    measured one. Each limit is maximum utilisation × capacity / cost of a HIT.

    Without a replica, the primary also answers queries for exports and reports. Without S3, the
    machine that has the media folder sends all media.
    """
    rule = assumed("utilisation")
    return {
        WEB_CPU: rule * machines * costs.cores / hit.web,
        THREADS_FULL: rule * machines * WORKERS * THREADS / hit.seconds,
        DATABASE_CPU: rule * cores / (hit.database + (0 if replica else hit.reads)),
        WAL: rule * assumed("disk") / hit.wal,
        MEDIA: math.inf if s3 else rule * assumed("link") / assumed("media"),
    }


@dataclass(frozen=True)
class SetUp:
    """A way to set up the site's servers, with the limit of each part in HITs per second."""

    name: str
    limits: Limits

    @property
    def binding(self) -> str:
        """Return the part with the lowest limit."""
        return min(self.limits, key=lambda one: self.limits[one])

    @property
    def carries(self) -> float:
        return self.limits[self.binding]


def set_ups(costs: Costs) -> list[SetUp]:
    """Return the set-ups, from one machine to many. Each extends the one before it in one way."""
    hit = per_hit(costs)
    few, large = web_machines_without_pooler(), assumed("database_cores")
    return [
        SetUp("one machine", one_machine(costs, hit)),
        SetUp(f"up to {few} web machines", web_apart(costs, hit, machines=few, cores=costs.cores)),
        SetUp("a large primary", web_apart(costs, hit, machines=few, cores=large)),
        SetUp(
            "PgBouncer, any number of web machines",
            web_apart(costs, hit, machines=math.inf, cores=large),
        ),
        SetUp("media in S3", web_apart(costs, hit, machines=math.inf, cores=large, s3=True)),
        SetUp(
            "a read replica",
            web_apart(costs, hit, machines=math.inf, cores=large, s3=True, replica=True),
        ),
    ]


def chosen(options: Sequence[SetUp], demand: float) -> tuple[SetUp, int]:
    """Return the first set-up that serves `demand` HITs per second, and 1. If no set-up is
    sufficient, return the last one, and the number of separate sites of this kind that are
    needed."""
    for one in options:
        if one.carries >= demand:
            return one, 1
    return options[-1], math.ceil(demand / options[-1].carries)
