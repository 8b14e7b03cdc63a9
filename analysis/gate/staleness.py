"""Differences between a certificate and the current state, with a sentence for each difference."""

import json
from collections.abc import Iterator, Mapping

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from analysis.report.certificate.contents import Certificate
from hits.models import Batch

# The first four are compared one by one. The number of runs on the locked half can grow.
_APART = {"judge", "rubric", "data", "declared", "look", "looks"}
Stated = Mapping[str, list[object]]


def staleness(sent: Certificate, now: Certificate, on: Batch, stated: Stated) -> list[str]:
    """Return the reasons why the certificate `sent` no longer applies. It is compared with `now`, a
    certificate for the current state, with the replies' batch `on`, and with what the replies state
    about the judge. A reason can also be that the certificate has expired."""
    parts = dict.fromkeys(_differing(sent, now, on, stated))
    reasons = [_("%(part)s: differs from the certificate.") % {"part": part} for part in parts]
    if sent.valid_until < timezone.now().date():
        date = date_format(sent.valid_until)
        reasons.append(_("The certificate was valid until %(date)s.") % {"date": date})
    return reasons


def _differing(sent: Certificate, now: Certificate, on: Batch, stated: Stated) -> Iterator[str]:
    if sent.rubric != now.rubric or sent.rubric.sha256 != on.rubric_version.sha256:
        yield _("Rubric")
    judge, current = sent.judge.model_dump(), now.judge.model_dump()
    words = {"prompt_sha256": _("Prompt"), "model": _("Model")}
    for name, value in judge.items():
        values_of_lines = stated.get(name, []) if value or name == "parameters" else []
        if any(each != value for each in (current[name], *values_of_lines)):
            yield words.get(name, _("Model settings"))
    if sent.data != now.data:
        yield _("Data")
    if sent.declared != now.declared:
        yield _("Margin")
    if sent.model_dump(exclude=_APART) != now.model_dump(exclude=_APART):
        yield _("Results")


def as_stated(name: str, value: object) -> object:
    """Return a reply's statement about the judge in the form that certificates store. `parameters`
    are parsed if they are valid JSON."""
    if name != "parameters" or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
