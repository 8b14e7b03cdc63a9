"""The HIT page's shell: the parts that are the same for every annotator and HIT of a batch. The
shell is cached in each process. This module also has the texts about a person's progress and time.

Each variable part is a slot that every request fills in: CSRF tokens, the annotator's name and
progress, and the stimulus. A cached shell contains none of these values.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.amounts import money
from hits.page.query import HitPage
from hits.queue.extensions import offer


def figures_of(page: HitPage) -> dict[str, str]:
    """Return the texts and numbers that the HIT page shows about progress and time, by name.
    `until` is the time of the deadline in UTC, such as 14:05. `deadline` and `now` are in seconds
    since 1970."""
    until = page.deadline_at
    earned = page.sitting_earned if page.sitting_hits else page.earned
    return {
        "done": _done(page),
        "earned": money(earned, page.batch.project.currency),
        "until": until.astimezone(UTC).strftime("%H:%M") if until else "",
        "deadline": str(int(until.timestamp())) if until else "",
        "now": f"{timezone.now().timestamp():.6f}",
        "offer": offer(page.extensions_left, page.batch.allotted_seconds),
        "extend": reverse("extend", args=[page.pk]),
    }


def _done(page: HitPage) -> str:
    if page.sitting_hits:
        return _("%(done)s of %(needed)s done") % {
            "done": page.sitting_done,
            "needed": page.sitting_hits,
        }
    words = ngettext("%(number)s done", "%(number)s done", page.finished)
    return words % {"number": page.finished}


MAX_SHELLS = 300
# No title or rubric can contain this, because every process creates a random one.
_MARK = f"\ue000{secrets.token_hex(8)}:"
_SLOT = re.compile(re.escape(_MARK) + "([a-z0-9_.]+)\ue001")


def slot(name: str) -> str:
    """Return a placeholder that marks where `Shell.filled` inserts the value `name`."""
    return f"{_MARK}{name}\ue001"


@dataclass(frozen=True)
class Shell:
    """A rendered page, split into texts and the names of the slots between them. `pieces` begins
    and ends with a text."""

    pieces: Sequence[str]

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the page with a value in each slot. The values must already be HTML."""
        pieces = enumerate(self.pieces)
        return "".join(values[piece] if index % 2 else piece for index, piece in pieces)


_shells: OrderedDict[Hashable, Shell] = OrderedDict()


def cached_shell(key: Hashable, render: Callable[[], str]) -> Shell:
    """Return the shell for `key`, which must contain everything that the shell depends on. If the
    shell is not in the cache, it is rendered."""
    shell = _shells.get(key)
    if shell is None:
        shell = Shell(tuple(_SLOT.split(render())))
        _shells[key] = shell
        while len(_shells) > MAX_SHELLS:
            _shells.popitem(last=False)
    return shell
