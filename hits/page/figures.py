"""A person's progress and time on a HIT's page, as text. These differ for every HIT, while the
words around them are in the cached shell."""

from datetime import UTC

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.amounts import money
from hits.page.query import HitPage
from hits.queue.extensions import offer


def figures_of(page: HitPage) -> dict[str, str]:
    """Return texts by name. `until`: the end of the claim in UTC, for example 14:05. `deadline` and
    `now`: in seconds since 1970."""
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
