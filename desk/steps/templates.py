"""Template tables to download and fill in. They have one or two example rows, in a layout that
imports can read."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Template:
    """A template table with its name. `key` is its name in the URL."""

    key: str
    name: str | Promise
    rows: Rows


TEMPLATES = (
    Template(
        "texts",
        _("Texts about pictures"),
        (
            ("item_id", "image", "system", "output"),
            ("scene-1", "scene-1.jpg", "System A", "Description of scene 1 by system A."),
            ("scene-1", "scene-1.jpg", "System B", "Description of scene 1 by system B."),
        ),
    ),
    Template(
        "pairs",
        _("One column per system"),
        (
            ("item_id", "context", "output:System A", "output:System B"),
            ("page-1", "Context for annotators.", "Output of system A.", "Output of system B."),
            ("page-2", "Context for annotators.", "Output of system A.", "Output of system B."),
        ),
    ),
    Template(
        "files",
        _("Outputs with media"),
        (
            ("item_id", "prompt", "output_image:System A", "output_image:System B"),
            ("prompt-1", "A harbour at dusk", "a/prompt-1.png", "b/prompt-1.png"),
            ("prompt-2", "A market in the rain", "a/prompt-2.png", "b/prompt-2.png"),
        ),
    ),
)


def template_file(request: HttpRequest, key: str) -> HttpResponse:
    """Download a template table as CSV, with a byte order mark so that spreadsheets read it as
    UTF-8."""
    del request
    template = next((template for template in TEMPLATES if template.key == key), None)
    if template is None:
        raise Http404
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="rateroom-{key}.csv"'
    csv.writer(response).writerows(template.rows)
    return response
