"""The preview of a rubric while its YAML is being edited, and trials of a HIT page. A trial checks
answers as the HIT page does, but stores no assignment."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from core.errors import DocumentError
from hits.page.form import fill
from hits.page.views.assignments import allow_linked_media
from people.access import projects_of
from surveys.base import Medium, Stimulus
from surveys.forms import check_answers
from surveys.guards import find_concerns
from surveys.languages.translations import in_language
from surveys.loading import load_rubric
from surveys.questions import form_questions
from surveys.samples import sample_stimulus
from surveys.schema import schema_document
from surveys.spec import Rubric


def trial(
    request: HttpRequest, rubric: Rubric, stimulus: Stimulus, *, answered: bool
) -> dict[str, Any]:
    """Return the template context for a trial of the HIT page. If `answered` is true, the posted
    answers are checked. `accepted` has the answers by question key if there are no problems or
    contradictions. Otherwise it is None."""
    raw = request.POST.dict() if answered else {}
    checked = check_answers(form_questions(rubric, stimulus), raw) if answered else None
    problems = checked.problems if checked else ()
    confirmed = str(raw.get("confirmed", ""))
    concerns = find_concerns(rubric, stimulus, checked.values) if checked and not problems else []
    concerns = [concern for concern in concerns if concern.guard not in confirmed.split()]
    return {
        "rubric": rubric,
        "stimulus": stimulus,
        "panels": fill(rubric, stimulus, raw, problems),
        "problems": problems,
        "concerns": concerns,
        "confirmed": confirmed,
        "accepted": checked.values if checked and not problems and not concerns else None,
    }


def trial_page(
    request: HttpRequest,
    template: str,
    rubric: Rubric,
    stimulus: Stimulus,
    *,
    answered: bool,
    context: dict[str, Any],
) -> HttpResponse:
    """Render `template` with a trial of the HIT page for `stimulus`. If `answered` is true, the
    page shows the result of checking the posted answers."""
    page = trial(request, rubric, stimulus, answered=answered)
    return shown_trial(request, template, page | context)


def shown_trial(request: HttpRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """Render `template` with the result of `trial`. The status is 422 if the answers have problems
    or contradict each other."""
    status = 422 if page["problems"] or page["concerns"] else 200
    response = render(request, template, page, status=status)
    return allow_linked_media(request, response, page["stimulus"])


@login_required
@require_POST
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})
def draw_rubric(request: HttpRequest) -> HttpResponse:
    """Show the HIT page of the rubric posted as `source`, with sample content. If the YAML is
    invalid, show its problems instead. If JSON is requested, return only the problems. Raises
    PermissionDenied for people who cannot edit any project."""
    if not projects_of(request, write=True).exists():
        raise PermissionDenied
    source = request.POST.get("source", "")
    wants_json = request.headers.get("Accept", "").startswith("application/json")
    try:
        rubric = load_rubric(source)
    except DocumentError as error:
        if wants_json:
            problems = [{"line": problem.line, "text": str(problem)} for problem in error.problems]
            return JsonResponse({"problems": problems})
        return render(
            request, "hits/rubric_problems.html", {"problems": error.problems}, status=422
        )
    if wants_json:
        return JsonResponse({"problems": []})
    answered = request.POST.get("action") == "submit"
    translated = in_language(rubric, _language(request))
    stimulus = sample_stimulus(rubric, _sample_media())
    context = {"source": source, "languages": rubric.languages}
    return trial_page(
        request, "hits/rubric_page.html", translated, stimulus, answered=answered, context=context
    )


@login_required
@require_safe
def rubric_schema_file(_request: HttpRequest) -> HttpResponse:
    """Return the JSON Schema of rubrics. The rubric editor uses it for completions."""
    return HttpResponse(schema_document(), content_type="application/schema+json")


def _language(request: HttpRequest) -> str:
    """Return the language chosen on the page, or else the language of the previous preview. The
    field names contain hyphens so that they differ from every question key."""
    return request.POST.get("into-language") or request.POST.get("shown-language") or get_language()


# The peaks that an import of `samples/sound.mp3` computes.
_PEAKS = (
    169,
    142,
    119,
    99,
    83,
    70,
    59,
    49,
    41,
    71,
    197,
    162,
    138,
    113,
    96,
    82,
    67,
    57,
    47,
    168,
    202,
    157,
    133,
    116,
    96,
    78,
    69,
    58,
    47,
    201,
    191,
    165,
    136,
    116,
    97,
    81,
    69,
    58,
    48,
    41,
    34,
    134,
    190,
    156,
    132,
    110,
    92,
    78,
    65,
    55,
    46,
    39,
    32,
    27,
    22,
    19,
    16,
    13,
    11,
    9,
)


def _sample_media() -> dict[str, Medium]:
    return {
        "image": Medium(static("rubrics/image-paragraph-good.jpg"), "image/jpeg"),
        "video": Medium(static("samples/clip.mp4"), "video/mp4", 480, 270),
        "audio": Medium(static("samples/sound.mp3"), "audio/mpeg", peaks=_PEAKS),
    }
