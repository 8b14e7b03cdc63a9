"""Views for the documentation. Everyone can read it, because it has no project data."""

from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from desk.documentation.navigation import INDEX, neighbours
from desk.documentation.pages import page_of


@require_safe
def documentation(request: HttpRequest, name: str = INDEX) -> HttpResponse:
    """Show the documentation page `name`. The default is the index."""
    page = page_of(name)
    if page is None:
        raise Http404(_("Page not found"))
    before, after = neighbours(Path(settings.BASE_DIR), name)
    context = {"page": page, "is_index": name == INDEX, "before": before, "after": after}
    return render(request, "documentation/page.html", context)


@require_safe
def schema(_request: HttpRequest) -> FileResponse:
    """Return the JSON Schema of rubrics as a file."""
    path = Path(settings.BASE_DIR, "docs", "rubric.schema.json")
    return FileResponse(path.open("rb"), content_type="application/schema+json")
