"""Template tags for small elements of the researchers' pages: icons, bars, tabs, breadcrumbs and
facts."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from desk.batch_tabs import rows_of_batch
from desk.progress import Part
from desk.projects import chosen_project, follow
from desk.steps.steps import places_on
from hits.models import Batch
from people.access import is_writer
from people.models import Project

register = template.Library()


@register.inclusion_tag("desk/_icon.html")
def icon(name: str) -> dict[str, object]:
    """Render an icon from `img/desk.svg`. Add text next to it, because screen readers skip
    icons."""
    return {"name": name}


@register.inclusion_tag("desk/_progress.html")
def progress(parts: Sequence[Part], words: str) -> dict[str, Any]:
    """Render a bar with shares of a whole. `words` describes the bar."""
    return {"parts": parts, "words": words}


@register.simple_tag(takes_context=True)
def project_here(context: Mapping[str, Any]) -> Project | None:
    """Return the chosen project for the header. If the page belongs to a project, this project
    becomes the chosen one first, unless the user has chosen all projects."""
    batch, project = context.get("batch"), context.get("project")
    if isinstance(batch, Batch):
        project = batch.project
    if isinstance(project, Project):
        follow(context["request"], project)
    return chosen_project(context["request"])


@register.inclusion_tag("desk/_batch_tabs.html", takes_context=True)
def batch_tabs(context: Mapping[str, Any], batch: Batch) -> dict[str, object]:
    """Render a batch's tabs, and the pages of the open tab below them. For a draft that the user
    can change, render its steps."""
    request = context["request"]
    if batch.state == Batch.State.DRAFT and is_writer(request.user, batch.project_id):
        places = places_on(request, batch, preview=context.get("preview"))
        return {"places": places, "rows": places.tabs}
    return {"rows": rows_of_batch(request, batch)}


@register.inclusion_tag("desk/steps/_next.html", takes_context=True)
def next_step(context: Mapping[str, Any], batch: Batch, form: str = "") -> dict[str, object]:
    """Render the footer of a draft's page, with links to the previous and the next step. The form
    with the id `form` is saved before the next page opens."""
    request = context["request"]
    if batch.state != Batch.State.DRAFT or not is_writer(request.user, batch.project_id):
        return {}
    return {"places": places_on(request, batch), "form": form}


@register.inclusion_tag("desk/_crumbs.html")
def crumbs(here: object, *above: object, batch: Batch | None = None) -> dict[str, object]:
    """Render the breadcrumbs of a page: first the batch, if given, then the pages in `above`. For
    each of these pages, `above` contains a URL or route, and a label."""
    of_batch: list[tuple[str, object]] = []
    if batch is not None:
        of_batch = [
            (reverse("admin:batches"), _("Batches")),
            (reverse("admin:batch_running", args=[batch.pk]), batch.title),
        ]
    pairs = zip(map(resolve_url, map(str, above[::2])), above[1::2], strict=True)
    return {"above": [*of_batch, *pairs], "here": here}


@register.inclusion_tag("desk/_fact.html")
def fact(label: object, value: object, small: object = "") -> dict[str, object]:
    """Render a row of a `dl`: a label, its value, and an optional note in small type."""
    return {"label": label, "value": value, "small": small}


@register.simple_tag
def share_bar(number: int, of: int) -> list[Part]:
    """Return the bars that show `number` as a share of `of`, for the tag `progress`."""
    return Part.of(of, [("f-1", number)])


@register.filter
def ago(at: datetime) -> str:
    """Return how long ago the time `at` was, for example “5 minutes ago”."""
    if timezone.now() - at < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at)}
