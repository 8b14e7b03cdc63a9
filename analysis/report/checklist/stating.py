"""Storage of people's statements about the items of the checklist."""

import re
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from analysis.models import Statement
from analysis.report.checklist.items import ITEMS
from analysis.report.checklist.lines import stated_of
from core.errors import FieldsError, Problem
from hits.batch_locks import lock_batch
from hits.models import Batch, Enrolment
from people.acts import record
from people.models import Act, User

LONGEST = 4000  # characters of a statement
DOI = re.compile(r"(?:10\.\d{4,9}/\S+)?")
# The item with the consent texts that cover counts of demographic answers.
COVERING = "covering_consents"


@transaction.atomic
def state(
    *,
    batch: Batch,
    statements: Mapping[str, str],
    covers_demographics: bool | None = None,
    by: User,
) -> bool:
    """Store the statements about these items. The statement "" removes the stored statement. Return
    False if nothing changed.

    `covers_demographics` says whether the consent texts that people have already agreed to allow
    publishing counts of demographic answers. If it is None, this is not changed. Raises
    FieldsError, which lists each unknown item and each statement that is too long.
    """
    check(statements)
    locked = lock_batch(batch.pk)
    texts = {key: text.strip() for key, text in statements.items()}
    if covers_demographics is not None:
        texts[COVERING] = " ".join(agreed_texts(locked)) if covers_demographics else ""
    before = stated_of(locked)
    after = {key: text for key, text in texts.items() if before.get(key, "") != text}
    for key, text in after.items():
        _write(locked, key, text)
    if after:
        record(
            by,
            Act.Verb.AMENDED,
            locked,
            before={key: before.get(key, "") for key in after},
            after=after,
        )
    return bool(after)


def check(statements: Mapping[str, str]) -> None:
    problems = [
        Problem(_("“%(name)s” was not found.") % {"name": key[:60]}, key)
        for key in statements
        if key not in ITEMS
    ]
    problems += [
        Problem(_("Write at most %(most)d characters.") % {"most": LONGEST}, key)
        for key, text in statements.items()
        if len(text) > LONGEST
    ]
    if not DOI.fullmatch(statements.get("doi", "").strip()):
        what = _("This is not a DOI. A DOI starts with “10.” and has no spaces.")
        problems.append(Problem(what, "doi"))
    if problems:
        raise FieldsError(problems)


def _write(batch: Batch, key: str, text: str) -> None:
    of_project = key in ITEMS and ITEMS[key].of_project
    owner = None if of_project else batch
    Statement.objects.filter(project=batch.project, batch=owner, item=key).delete()
    if text:
        Statement.objects.create(project=batch.project, batch=owner, item=key, text=text)


def agreed_texts(batch: Batch) -> list[str]:
    """Return the SHA-256 hash of each consent text that annotators of the batch agreed to."""
    agreed = Enrolment.objects.filter(batch=batch).exclude(consent_sha256="").order_by()
    return sorted(agreed.values_list("consent_sha256", flat=True).distinct())


def covering_texts(batch: Batch) -> list[str]:
    """Return the SHA-256 hashes of the consent texts that allow publishing counts of demographic
    answers."""
    return stated_of(batch).get(COVERING, "").split()
