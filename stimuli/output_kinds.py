"""Search for outputs without the medium that a rubric asks about: a picture, clip or sound."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from stimuli.models import Output, OutputMedium


def outputs_without(*, kind: str, dataset_id: int, systems: Collection[int]) -> QuerySet[Output]:
    """Return the outputs of these systems that have no medium of `kind`. If `systems` is empty,
    search the outputs of all systems."""
    outputs = Output.objects.filter(item__dataset=dataset_id)
    if systems:
        outputs = outputs.filter(system__in=systems)
    media = OutputMedium.objects.filter(
        output=OuterRef("pk"), medium__content_type__startswith=f"{kind}/"
    )
    return outputs.exclude(Q(kind=kind) | Exists(media))
