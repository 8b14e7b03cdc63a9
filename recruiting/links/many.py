"""Personal links for many people, from a table of email addresses or ids."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from hits.models import Batch
from people.acts import record
from people.invitations.granting import token_of
from people.models import Act, Invitation, User
from recruiting.links.making import LinkTerms, link_values, refuse_closed

MOST_ROWS = 5000
MOST_LETTERS = 120


@dataclass(frozen=True)
class Invited:
    """A person to invite: one row of the table, with an id (`label`), an email address, or both."""

    label: str
    address: str


@dataclass(frozen=True)
class PersonalLink:
    """The link that was created for one person. The token is not stored in the database."""

    invited: Invited
    invitation_id: int
    token: str


def read_invited(path: Path) -> list[Invited]:
    """Return the people in a table that has a column `id`, a column `address`, or both. Raises
    DocumentError with every invalid row."""
    table = open_table(path)
    columns = [name for name in ("id", "address") if name in table.columns]
    if not columns:
        what = "has neither a column `id` nor a column `address`."
        raise DocumentError.one(path.name, what, path="row 1", remedy="Add one of the two.")
    findings = Findings(path.name)
    people: list[Invited] = []
    first_row: dict[tuple[str, str], int] = {}
    for line in table.records(findings):
        values = {name: str(line.values.get(name) or "").strip() for name in columns}
        for name, value in values.items():
            _check(findings, line.row, name, value)
            before = first_row.setdefault((name, value.lower()), line.row)
            if value and before < line.row:
                remedy = "Give each person one row."
                what = f"“{value[:60]}” is also in row {before}."
                findings.refuse(what, row=line.row, column=name, remedy=remedy)
        if not any(values.values()):
            findings.refuse(
                "has no id or address.", row=line.row, remedy="Add one, or delete the row."
            )
        people.append(Invited(values.get("id", ""), values.get("address", "")))
        if len(people) > MOST_ROWS:
            findings.refuse(f"has more than {MOST_ROWS:,} rows.", remedy="Split the table.")
            break
    findings.stop_if_any()
    if not people:
        raise DocumentError.one(path.name, "has no rows.", remedy="Add a row for each person.")
    return people


def _check(findings: Findings, row: int, name: str, value: str) -> None:
    if len(value) > MOST_LETTERS:
        what = f"is longer than {MOST_LETTERS} characters."
        findings.refuse(what, row=row, column=name, remedy="Shorten it.")
    elif "\0" in value:
        findings.refuse("contains a NUL character.", row=row, column=name, remedy="Delete it.")
    elif name == "address" and value:
        try:
            validate_email(value)
        except ValidationError:
            what = f"“{value[:60]}” is not an email address."
            findings.refuse(what, row=row, column=name, remedy="Write it like name@example.org.")


@transaction.atomic
def make_links(
    *, batch: Batch, people: Sequence[Invited], key: str, by: User, terms: LinkTerms
) -> list[PersonalLink]:
    """Create a personal link for each person, and return the links. `terms` has the days, the cap
    and the language of the links. A repeated call with the same `key` returns the same links.
    Raises NoLink if the batch is closed."""
    refuse_closed(batch)
    keys = [_key(key, person) for person in people]
    tokens = {link_key: token_of(batch.project, link_key) for link_key in keys}
    before = Invitation.objects.filter(project=batch.project, key__in=tokens).count()
    Invitation.objects.bulk_create(
        [
            Invitation(
                project=batch.project,
                key=link_key,
                **link_values(
                    batch=batch,
                    token=tokens[link_key],
                    by=by,
                    terms=replace(terms, uses=1, label=person.label, address=person.address),
                ),
            )
            for person, link_key in zip(people, keys, strict=True)
        ],
        ignore_conflicts=True,
    )
    stored = Invitation.objects.filter(project=batch.project, key__in=tokens)
    ids = dict(stored.values_list("key", "pk"))
    if len(ids) > before:
        record(by, Act.Verb.INVITED, batch, after={"links": len(ids) - before, "cap": terms.cap})
    return [
        PersonalLink(person, ids[link_key], tokens[link_key])
        for person, link_key in zip(people, keys, strict=True)
    ]


def _key(key: str, person: Invited) -> str:
    """Return the key of a person's link. It is derived from the `key` of the form, so that a form
    that is sent twice returns the same links."""
    digest = sha256(f"{key}\0{person.label}\0{person.address}".encode()).hexdigest()
    return f"row:{digest[:48]}"
