"""A generator for consent texts. The researcher answers a few questions about the purpose of the
batch, what it asks of people, and who is responsible."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from hits.amounts import money
from hits.batches.drafting import change_draft
from hits.models import Batch
from people.models import User
from recruiting.around.attaching import attach_page, pages_of, store_page
from recruiting.around.consent_texts import NAME, source_of
from recruiting.around.models import Page

QUESTIONS: Mapping[str, str | Promise] = {
    "purpose": gettext_lazy("Purpose"),
    "duration": gettext_lazy("Duration"),
    "pay": gettext_lazy("Pay"),
    "risks": gettext_lazy("Risks"),
    "data_kept": gettext_lazy("Data we keep"),
    "contact": gettext_lazy("Contact"),
    "ethics_board": gettext_lazy("Ethics review"),
}


def suggested_answers(batch: Batch) -> dict[str, str]:
    """Return the answers that can be suggested from the batch's settings, by question. The
    researcher enters the others."""
    minutes = max(1, round(batch.expected_seconds / 60))
    duration = ngettext(
        "About %(minutes)d minute per HIT. You decide how many HITs you do.",
        "About %(minutes)d minutes per HIT. You decide how many HITs you do.",
        minutes,
    )
    return {
        "duration": duration % {"minutes": minutes},
        "pay": _("%(amount)s per HIT") % {"amount": money(batch.reward, batch.project.currency)},
        "risks": _("We know of no risks beyond those of reading on a screen."),
        "data_kept": _(
            "Your answers and the time they took, under a pseudonym. Results are published without "
            "your name."
        ),
    }


def written_text(answers: Mapping[str, str]) -> str:
    """Return the consent text, with a paragraph for each answered question and one about people's
    rights."""
    paragraphs = [
        f"{title}\n{answers[name].strip()}"
        for name, title in QUESTIONS.items()
        if answers.get(name, "").strip()
    ]
    rights = _("Taking part is voluntary. You can stop at any time.")
    return "\n\n".join([*paragraphs, rights])


@transaction.atomic
def store_text(*, batch: Batch, text: str, by: User) -> None:
    """Set the batch's consent text. In a draft, "" removes the text. In a published batch, everyone
    is asked for consent again. Raises RateroomError, for example if a draft has another consent
    page."""
    if batch.state != Batch.State.DRAFT:
        if not text:
            raise RateroomError(_("Write a consent text."))
        version = store_page(batch=batch, page=Page.CONSENT, source=source_of(text), by=by)
        attach_page(batch=batch, version=version, by=by)
        return
    page = pages_of(batch).get(Page.CONSENT)
    if page and page.version.name != NAME:
        raise RateroomError(
            _(
                "This batch already has a consent page. Remove it under “Consent "
                "and questionnaires” first."
            )
        )
    change_draft(batch_id=batch.pk, changes={"consent_text": text})
