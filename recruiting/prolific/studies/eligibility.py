"""Prolific filters for a study: countries, languages, approval rate, and exclusion of people from
earlier batches."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from hits.models import Batch
from recruiting.prolific.api.client import Client
from recruiting.prolific.api.shapes import Filter
from recruiting.prolific.models import Study
from recruiting.prolific.studies.settings import StudyRefused

COUNTRIES, LANGUAGES = "current-country-of-residence", "fluent-languages"
APPROVAL, EARLIER = "approval_rate", "previous_studies_blocklist"


def earlier_studies(batch: Batch) -> list[Study]:
    """Return the Prolific studies of earlier batches whose people cannot work on this batch."""
    others = batch.audience_exclusions.values("other")
    studies = Study.objects.filter(batch__in=others).exclude(outside_id="")
    return list(studies.select_related("batch").order_by("pk"))


def study_filters(client: Client, study: Study) -> list[dict[str, object]]:
    """Return Prolific's filters for the study's settings, or an empty list if nothing is limited.
    Raises PanelError, and StudyRefused if Prolific does not offer a filter, country or language."""
    earlier = [row.outside_id for row in earlier_studies(study.batch)]
    wanted = {
        COUNTRIES: (study.countries, "countries", capfirst(_("Countries of residence"))),
        LANGUAGES: (study.languages, "languages", capfirst(_("Fluent languages"))),
    }
    if not (study.countries or study.languages or study.least_approval or earlier):
        return []
    offered = client.filters(study.batch.project.prolific.workspace_id)
    filters: list[dict[str, object]] = [
        {"filter_id": name, "selected_values": _ids(offered, name, names, field, where)}
        for name, (names, field, where) in wanted.items()
        if names
    ]
    if study.least_approval:
        _require(
            offered, APPROVAL, "least_approval", capfirst(_("minimum approval rate, in percent"))
        )
        bounds = {"lower": study.least_approval, "upper": 100}
        filters.append({"filter_id": APPROVAL, "selected_range": bounds})
    if earlier:
        _require(offered, EARLIER, "", _("Earlier batches"))
        filters.append({"filter_id": EARLIER, "selected_values": earlier})
    return filters


def _require(offered: Mapping[str, Filter], name: str, field: str, where: str) -> Filter:
    if name not in offered:
        raise StudyRefused(
            _("Prolific no longer offers this filter (%(name)s).") % {"name": name},
            where=where,
            remedy=_(
                "Leave this filter blank here, and set it in the Prolific draft before publishing."
            ),
            field=field,
        )
    return offered[name]


def _ids(
    offered: Mapping[str, Filter], name: str, wanted: Iterable[str], field: str, where: str
) -> list[str]:
    choices = _require(offered, name, field, where).choices or {}
    labels = {str(label).casefold(): key for key, label in choices.items()}
    for label in wanted:
        if label.casefold() not in labels:
            near = get_close_matches(label.casefold(), labels, n=3)
            names = ", ".join(str(choices[labels[match]]) for match in near)
            raise StudyRefused(
                _("“%(name)s” was not found.") % {"name": label},
                where=where,
                remedy=_("Did you mean: %(names)s?") % {"names": names}
                if near
                else _("Check the spelling. Prolific uses English names."),
                field=field,
            )
    return [labels[label.casefold()] for label in wanted]
