"""The access table of all routes and roles (`routes.txt`), and the routes of the site."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.urls import URLResolver, get_resolver, resolve

from tests.access.study import ROLES

TABLE = Path(__file__).with_name("routes.txt")
OF_TOKENS = Path(__file__).with_name("tokens.txt")


@dataclass(frozen=True)
class Row:
    """A request and its expected outcome for each role. `{names}` in the address and the body stand
    for objects of the study."""

    section: str
    method: str
    address: str
    outcomes: tuple[str, ...]
    body: str

    def line(self, outcomes: list[str]) -> str:
        """Return the line of `routes.txt` for this request with these outcomes."""
        cells = "".join(f" {outcome:5}" for outcome in outcomes)
        return f"{self.method:4} {self.address:57}{cells} {self.body}".rstrip()


def rows(table: Path = TABLE, columns: int = len(ROLES)) -> Iterator[Row]:
    section = ""
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            method, address, *rest = line.split()
            body = rest[columns] if len(rest) > columns else ""
            yield Row(section, method, address, tuple(rest[:columns]), body)


def routes_of_the_site(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Yield the full pattern of every route, including those of the admin and of included apps."""
    for entry in (resolver or get_resolver()).url_patterns:
        # As `ResolverMatch.route` joins them.
        pattern = before + (str(entry.pattern).removeprefix("^") if before else str(entry.pattern))
        if isinstance(entry, URLResolver):
            yield from routes_of_the_site(entry, pattern)
        else:
            yield pattern


def route_of(address: str) -> str:
    return resolve(address.partition("?")[0]).route
