"""Storing rubrics: a changed file makes a new version; the same content, however formatted, is the
one known.
"""

from django.db import transaction
from django.db.models import Max

from people.models import Project, User
from surveys.loading import library_names, library_source, load_rubric
from surveys.models import Rubric, RubricVersion


@transaction.atomic
def load_version(
    *, source: str, project: Project | None, by: User | None = None, document: str = "rubric"
) -> RubricVersion:
    """The version that the YAML `source` declares, made at first need.

    Raises DocumentError with every problem.
    """
    spec = load_rubric(source, document=document)
    rubric, _made = Rubric.objects.get_or_create(project=project, name=spec.name)
    # Two loads of one rubric take turns, so that they cannot both make the same number.
    Rubric.objects.select_for_update().get(pk=rubric.pk)
    known = rubric.versions.filter(sha256=spec.sha256).first()
    if known is not None:
        return known
    last = rubric.versions.aggregate(last=Max("number"))["last"] or 0
    return RubricVersion.objects.create(
        rubric=rubric,
        number=last + 1,
        source=source,
        declaration=spec.model_dump(mode="json"),
        sha256=spec.sha256,
        created_by=by,
    )


def library_version(name: str) -> RubricVersion:
    """The present version of a rubric that comes with Rateroom."""
    return load_version(source=library_source(name), project=None, document=f"{name}.yaml")


def load_library() -> list[RubricVersion]:
    """Every rubric of the library, stored; runs after each migration, so that researchers always
    find them.
    """
    return [library_version(name) for name in library_names()]
