"""The step “Rubric”: rubrics to choose from as cards. Each card says whether the rubric suits the
data."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from desk.steps.drawn_page import Box, drawn_page
from hits.batches.drafting import change_draft, first_title, shape_of, versions_for
from hits.models import Batch
from surveys.fitting import Misfit, misfit
from surveys.languages.translations import in_language, languages_in_words
from surveys.models import RubricVersion
from surveys.spec import Rubric


@dataclass(frozen=True)
class Card:
    """A rubric version to choose. `rubric` is the rubric in the user's language, and `misfit` says
    why it does not suit the data."""

    version: RubricVersion
    rubric: Rubric
    misfit: Misfit

    @property
    def sections(self) -> Sequence[str]:
        return [section.title for section in self.rubric.sections][:6]

    @property
    def languages(self) -> str:
        return languages_in_words(self.version.spec)

    @property
    def drawn(self) -> Sequence[Box]:
        """Return the shapes of a small drawing of the rubric's page."""
        return drawn_page(self.rubric)


def asked_context(batch: Batch) -> dict[str, object]:
    """Return the template variables with the rubrics that the project can use. Those that suit the
    data are in `suiting`, with the current one first."""
    shape = shape_of(batch.dataset)
    cards = [
        Card(
            version, in_language(version.spec, get_language() or "en"), misfit(version.spec, shape)
        )
        for version in _offered(batch).values()
    ]
    none_suits = not any(card.misfit.fits for card in cards)
    cards.sort(key=lambda card: (card.version.pk != batch.rubric_version_id, card.misfit.rank))
    return {
        "suiting": [card for card in cards if _is_first(card, batch, none_suits=none_suits)],
        "others": [card for card in cards if not _is_first(card, batch, none_suits=none_suits)],
        "chosen": None if none_suits else batch.rubric_version_id,
    }


def _offered(batch: Batch) -> dict[str, RubricVersion]:
    """Return the rubric versions to choose from, by their value in the form. The draft's current
    version is included."""
    versions = {str(version.pk): version for version in versions_for(batch.project)}
    return {str(batch.rubric_version_id): batch.rubric_version} | versions


def _is_first(card: Card, batch: Batch, *, none_suits: bool) -> bool:
    """Return whether the card is listed first. This is true for rubrics that suit the data and, if
    any rubric suits the data, for the draft's current rubric."""
    is_chosen = card.version.pk == batch.rubric_version_id
    return card.misfit.fits or (is_chosen and not none_suits)


def save_asked(request: HttpRequest, batch: Batch) -> str:
    """Store the rubric selected in the form. Return an error message, or "" if it was stored."""
    version = _offered(batch).get(request.POST.get("rubric", ""))
    return _("Choose a rubric.") if version is None else choose_rubric(batch, version)


def choose_rubric(batch: Batch, version: RubricVersion) -> str:
    """Set the draft's rubric to this version, and adapt a title that the user has not changed.
    Return an error message, or "" if the rubric was set."""
    changes: dict[str, object] = {"rubric_version": version}
    if batch.title == first_title(batch.rubric_version):
        changes["title"] = first_title(version)
    batch.rubric_version = version
    if problem := batch.outputs_problem():
        return problem
    change_draft(batch_id=batch.pk, changes=changes)
    return ""
