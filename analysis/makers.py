"""Makers of systems and of judges' models: declared by people, never guessed from names."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import FieldsError, Problem
from hits.batch_locks import lock_batch
from hits.models import Batch
from judges.models import JudgeRun
from people.acts import record_amended
from people.models import User
from stimuli.models import System

LONGEST = 80  # characters of a maker's name


def makers_of(batches: Sequence[Batch]) -> dict[str, str]:
    """Return the makers of the batches' systems and judges by name. An undeclared maker is ""."""
    systems = System.objects.filter(batches__in=batches).distinct()
    runs = JudgeRun.objects.filter(batch__in=batches)
    makers: dict[str, str] = {}
    for rows in (systems, runs):
        for name, maker in rows.order_by("name", "pk").values_list("name", "maker"):
            makers[name] = maker or makers.get(name, "")
    return makers


@transaction.atomic
def declare_makers(*, batch: Batch, makers: Mapping[str, str], by: User) -> bool:
    """Store the makers of the batch's systems and of its judges' models. "" means that the maker is
    unknown. Return False if nothing changed. A system has the same maker in all batches of its
    dataset.

    Raises FieldsError, which lists each name that the batch does not have and each maker that is
    too long.
    """
    locked = lock_batch(batch.pk)
    before = makers_of([locked])
    problems = [
        Problem(_("“%(name)s” was not found.") % {"name": name[:60]}, name)
        for name in makers
        if name not in before
    ]
    problems += [
        Problem(_("Write at most %(most)d characters.") % {"most": LONGEST}, name)
        for name, maker in makers.items()
        if len(maker) > LONGEST
    ]
    if problems:
        raise FieldsError(problems)
    texts = {name: maker.strip() for name, maker in makers.items()}
    after = {name: maker for name, maker in texts.items() if before[name] != maker}
    for name, maker in after.items():
        System.objects.filter(batches=locked, name=name).update(maker=maker)
        JudgeRun.objects.filter(batch=locked, name=name).update(maker=maker)
    if after:
        record_amended(by, locked, before=before, after=after)
    return bool(after)
