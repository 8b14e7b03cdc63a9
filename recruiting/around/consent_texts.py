"""Consent texts. They are a simple way to write a consent page that contains only a text.

A draft stores the text as a setting. Publishing converts it to the consent page, which then is the
only place that shows the text. Older batches that were published with the setting keep it.
"""

import re

import yaml
from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.drafting import begin_batch, change_draft
from hits.models import Batch
from people.models import User
from recruiting.around.attaching import attach_page, pages_of, store_page
from recruiting.around.models import Page, PageVersion
from stimuli.models import Dataset
from surveys.models import RubricVersion

NAME = "consent-text"
_SIGNS = re.compile(r"([\\`*_\[\]<>#|~&!])")
# Characters at the start of a line that would create a list or underline a heading.
_STARTS = re.compile(r"^(\d*)([-+=.)])")
_ESCAPED = re.compile(r"\\([\\`*_\[\]<>#|~&!+=.)\n-])")


def source_of(text: str) -> str:
    """Return the YAML of a consent page that shows the text as it was written. Characters with a
    meaning in Markdown are escaped."""
    lines = [
        _STARTS.sub(r"\1\\\2", _SIGNS.sub(r"\\\1", line.strip())) for line in text.splitlines()
    ]
    markdown = re.sub(r"(?<!\n)\n(?!\n)", r"\\\n", "\n".join(lines).strip())
    page = {
        "page": Page.CONSENT.value,
        "name": NAME,
        "title": _("Your consent"),
        "instructions": markdown,
    }
    return yaml.safe_dump(page, allow_unicode=True, sort_keys=False)


def text_of(version: PageVersion) -> str:
    """Return the consent text that the page was created from. Return "" if the page was not created
    from a text."""
    if version.name != NAME:
        return ""
    return _ESCAPED.sub(r"\1", version.spec.rubric.instructions.strip())


def consent_text_of(batch: Batch) -> str:
    """Return the batch's consent text from the draft's setting or from the consent page. Return ""
    if it has none."""
    if batch.consent_text:
        return batch.consent_text
    page = pages_of(batch).get(Page.CONSENT)
    return text_of(page.version) if page else ""


@transaction.atomic
def write_consent_page(*, draft: Batch, by: User | None) -> None:
    """Convert the draft's consent text to its consent page. Do nothing if there is no text. Raises
    RateroomError if the draft also has another consent page."""
    if not draft.consent_text.strip():
        return
    page = pages_of(draft).get(Page.CONSENT)
    if page and page.version.name != NAME:
        raise RateroomError(
            _("The batch has a consent page and a consent text. Remove one of them."),
            field="consent_text",
        )
    source = source_of(draft.consent_text)
    version = store_page(batch=draft, page=Page.CONSENT, source=source, by=by)
    attach_page(batch=draft, version=version, by=by)
    change_draft(batch_id=draft.pk, changes={"consent_text": ""})


@transaction.atomic
def begin_draft(*, dataset: Dataset, version: RubricVersion | None, by: User) -> Batch:
    """Create and return a draft with the settings of the project's last batch, including its
    consent text."""
    last = Batch.objects.filter(project=dataset.project_id).order_by("-pk").first()
    batch = begin_batch(dataset=dataset, version=version, by=by)
    text = consent_text_of(last) if last and not batch.consent_text else ""
    return change_draft(batch_id=batch.pk, changes={"consent_text": text}) if text else batch
