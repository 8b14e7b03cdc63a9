"""A batch's links as its page lists them: those for several people first, then the latest; a page
at a time, or those whose note or address holds what is looked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.db.models import Case, Q, When
from django.http import QueryDict

from core.database.choosing import looked_for
from core.database.keyset import Key, Window, cursor_of, window
from hits.models import Batch
from people.models import Invitation
from recruiting.links.making import most_money

PER_PAGE = 10  # each has a button, and forms are on the page too
KEYS = [Key("several", descending=True), Key("pk", descending=True)]


@dataclass(frozen=True)
class LinkRow:
    """A link as its row shows it: `money` is the most that all its people can earn."""

    invitation: Invitation
    money: Decimal | None


@dataclass(frozen=True)
class LinkList:
    """A page of links. `find`: what is looked for, blank for all of them."""

    rows: Sequence[LinkRow]
    window: Window
    find: str
    with_ids: bool

    @property
    def kept(self) -> str:
        """Return what the addresses of its other pages begin with."""
        return f"{urlencode({'find': self.find})}&" if self.find else ""

    @property
    def is_long(self) -> bool:
        return self.with_ids and (bool(self.find) or not self.window.is_whole)


def list_links(batch: Batch, query: QueryDict, *, with_ids: bool) -> LinkList:
    """Return the page that the address asks for; `with_ids`: whose link each is, which may be a
    worker's id. At most two statements."""
    find = looked_for(query, "find") if with_ids else ""
    several = Case(When(uses__gt=1, then=1), default=0)
    links = Invitation.objects.filter(batch=batch).annotate(several=several)
    if find:
        links = links.filter(Q(label__icontains=find) | Q(address__icontains=find))
    page = window(links.select_related("created_by"), KEYS, cursor_of(query), size=PER_PAGE)
    if not with_ids:
        for invitation in page.rows:
            invitation.label = invitation.address = ""
    rows = [LinkRow(invitation, most_money(invitation, batch)) for invitation in page.rows]
    return LinkList(rows, page, find, with_ids)
