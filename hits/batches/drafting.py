"""Drafts. They start with the terms of the project's last batch, and can be changed until they are
published."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from core.database.field_checks import check_fields
from core.errors import RateroomError
from hits.amounts import reward_for
from hits.batch_locks import lock_batch
from hits.batches.input_names import KEYS
from hits.models import Batch, GoldKey, LeftOutItem, MaskedOutput
from hits.terms import TERMS
from people.acts import record
from people.models import Act, Project, User
from stimuli.models import Dataset, Item, ItemMedium, Output, System
from surveys.fitting import Shape, misfit
from surveys.models import RubricVersion

EXPECTED_SECONDS: int = Batch._meta.get_field("expected_seconds").default
LOOKED_AT = 50  # items that stand for the contents of a whole dataset


class NotADraft(RateroomError):
    """Raised if the terms of a batch cannot be changed because it is no longer a draft."""


def versions_for(project: Project) -> QuerySet[RubricVersion]:
    """Return the newest version of each rubric that the project can use. The project's own rubrics
    come first."""
    newest = (
        RubricVersion.objects.order_by("rubric", "-number").distinct("rubric").values_list("pk")
    )
    shared = RubricVersion.objects.filter(rubric__project__isnull=True)
    usable = shared | RubricVersion.objects.filter(rubric__project=project)
    return (
        usable.filter(pk__in=newest)
        .select_related("rubric")
        .order_by("rubric__project", "rubric__name")
    )


def shape_of(dataset: Dataset) -> Shape:
    """Return the field names and output kinds of the dataset's first items, and its number of
    systems."""
    first = list(Item.objects.filter(dataset=dataset).order_by("pk")[:LOOKED_AT].values_list("pk"))
    items = [pk for (pk,) in first]
    fields = Item.objects.filter(pk__in=items).annotate(name=KEYS).values_list("name", flat=True)
    media = ItemMedium.objects.filter(item__in=items).values_list("field", flat=True)
    kinds = Output.objects.filter(item__in=items).values_list("kind", flat=True)
    return Shape(
        names={*fields.distinct(), *media.distinct()},
        output_kinds=set(kinds.distinct()),
        systems=System.objects.compared().filter(dataset=dataset).count(),
    )


def first_title(version: RubricVersion) -> str:
    """Return the title of a new draft: the title of its rubric, shortened if necessary."""
    return version.spec.title[: Batch._meta.get_field("title").max_length]


@transaction.atomic
def begin_batch(*, dataset: Dataset, version: RubricVersion | None = None, by: User) -> Batch:
    """Create and return a draft with all systems of `dataset` except degraded copies. The terms are
    those of the project's last batch or, for the first batch, the rubric's. Without `version`, the
    draft uses the rubric that suits the data best. Raises RateroomError if there is no rubric."""
    version = version or _best(dataset)
    last = _last_priced(dataset.project_id)
    batch = Batch(
        project_id=dataset.project_id,
        dataset=dataset,
        rubric_version=version,
        title=first_title(version),
        created_by=by,
        **_starting_terms(dataset.project, version, last),
    )
    batch.save(force_insert=True)
    batch.systems.set(dataset.systems.compared())
    record(by, Act.Verb.CREATED, batch, after={"dataset": dataset.name, "rubric": str(version)})
    return batch


def _last_priced(project_id: int) -> Batch | None:
    """Return the project's last batch with terms of its own, or None if there is none. Batches with
    imported results are skipped: people were paid elsewhere, so these batches have no such
    terms."""
    imported = Q(state=Batch.State.CLOSED, rule_plan__isnull=True)
    return Batch.objects.filter(project=project_id).exclude(imported).order_by("-pk").first()


def _best(dataset: Dataset) -> RubricVersion:
    shape = shape_of(dataset)
    versions = list(versions_for(dataset.project))
    if not versions:
        raise RateroomError(
            _("There is no rubric yet."),
            where=_("Rubric"),
            remedy=_("Write a rubric, or ask the site administrator to run `manage.py prepare`."),
        )
    return min(versions, key=lambda version: misfit(version.spec, shape).rank)


def _starting_terms(
    project: Project, version: RubricVersion, last: Batch | None
) -> dict[str, object]:
    if last is not None:
        return {term.name: getattr(last, term.name) for term in TERMS if term.in_next}
    least = reward_for(project.hourly_floor or Decimal(0), EXPECTED_SECONDS)
    terms = version.spec.terms
    if terms is None:
        return {"reward": least}
    return {"reward": max(terms.reward, least), "flat_fee": terms.fee}


@transaction.atomic
def change_draft(
    *, batch_id: int, changes: Mapping[str, Any], systems: Collection[int] | None = None
) -> Batch:
    """Change these fields of a draft and, if given, its systems.

    With a new dataset, the draft gets all of its systems, and loses its gold, masks and excluded
    items. With a new rubric, the draft keeps its language only if the rubric has that language.
    Raises NotADraft for other batches, and FieldsError if a value is invalid.
    """
    batch = locked_draft(batch_id)
    has_other_data = "dataset" in changes and changes["dataset"].pk != batch.dataset_id
    for name, value in changes.items():
        setattr(batch, name, value)
    if has_other_data:
        GoldKey.objects.filter(batch=batch).delete()
        MaskedOutput.objects.filter(batch=batch).delete()
        LeftOutItem.objects.filter(batch=batch).delete()
        batch.pairing_reference = None
        if batch.pairing == Batch.Pairing.REFERENCE:
            batch.pairing = Batch.Pairing.ALL
        compared = System.objects.compared().filter(dataset=batch.dataset_id)
        systems = list(compared.values_list("pk", flat=True))
    if batch.language_problem():
        batch.language = ""
    check_fields(batch, changes)
    batch.save(update_fields=[*changes, "pairing", "pairing_reference", "language"])
    if systems is not None:
        chosen = System.objects.compared().filter(dataset=batch.dataset_id, pk__in=systems)
        batch.systems.set(chosen)
    return batch


def locked_draft(batch_id: int) -> Batch:
    """Lock the draft until the transaction ends, and return it. Raises NotADraft if it is no longer
    a draft."""
    batch = lock_batch(batch_id)
    if batch.state != Batch.State.DRAFT:
        raise NotADraft(
            _("This batch is no longer a draft. Its state is “%(state)s”.")
            % {"state": batch.get_state_display()},
            where=_("Batch"),
            remedy=_("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
        )
    return batch
