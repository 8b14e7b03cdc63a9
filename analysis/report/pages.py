"""The pages that annotators saw, as one HTML file that can be printed as an appendix."""

import mimetypes
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.utils.translation import override

from hits.batches.previewing import HitsInOrder
from hits.models import Batch
from hits.page.form import fill
from hits.stimulus import stimulus_of_hit
from stimuli.shown import CONTENT_TYPES, data_address
from stimuli.store import open_content
from surveys.languages.translations import in_language

PAGES = "pages.html"
_NO_ACCOUNT = 0  # no account, because media addresses are replaced by the media's bytes
_MOST_BYTES = 8_000_000  # bytes of a picture
_STATIC = re.compile(r'(href|src)="[^"]*?/static/([^"?]+)"')
_MEDIUM = re.compile(r'"[^"]*?/media/[\w-]+/([0-9a-f]{64})\.(\w+)"')


def pages_as_shown(batches: Sequence[Batch]) -> str:
    """Return an HTML page with the terms, instructions, consent text and first HIT of each batch.
    The texts are in the language shown to annotators, or otherwise in the rubric's first language.
    Video, audio and larger pictures are left out."""
    sections = "".join(map(_section, batches))
    page = render_to_string(
        "analysis/pages.html", {"title": batches[0].title, "sections": sections}
    )
    return _MEDIUM.sub(_with_medium, _STATIC.sub(_with_file, page))


def _section(batch: Batch) -> str:
    spec = batch.rubric_version.spec
    language = batch.language or spec.language
    rubric = in_language(spec, language)
    hit = HitsInOrder(batch).at(1)
    context: dict[str, object] = {"batch": batch, "rubric": rubric}
    if hit is not None:
        stimulus = stimulus_of_hit(hit, "".join(rubric.letters()), viewer=_NO_ACCOUNT)
        context |= {"stimulus": stimulus, "panels": fill(rubric, stimulus, {})}
    with override(language):
        return render_to_string("analysis/_pages_of_batch.html", context)


def _with_file(address: re.Match[str]) -> str:
    attribute, name = address.groups()
    path = Path(finders.find(name) or staticfiles_storage.path(name))
    return f'{attribute}="{data_address(mimetypes.guess_type(name)[0] or "", path.read_bytes())}"'


def _with_medium(address: re.Match[str]) -> str:
    sha256, extension = address.groups()
    content_type = CONTENT_TYPES.get(extension, "")
    if content_type.startswith("image/"):
        with suppress(FileNotFoundError), open_content(sha256) as file:
            content = file.read(_MOST_BYTES + 1)
            if len(content) <= _MOST_BYTES:
                return f'"{data_address(content_type, content)}"'
    return f'"{sha256[:12]}.{extension}"'
