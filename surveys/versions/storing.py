"""Storage of rubrics. A changed file becomes a new version, unless only its formatting changed."""

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.models import Project, User
from surveys.loading import library_names, library_source, load_rubric
from surveys.models import Rubric, RubricVersion


@transaction.atomic
def load_version(
    *, source: str, project: Project | None, by: User | None = None, document: str = "rubric"
) -> RubricVersion:
    """Return the version that the YAML `source` declares. If the content is new, create a version.

    Raises DocumentError with all problems.
    """
    spec = load_rubric(source, document=document)
    rubric, _made = Rubric.objects.get_or_create(project=project, name=spec.name)
    # Lock the rubric, so that two concurrent calls cannot use the same version number.
    Rubric.objects.select_for_update().get(pk=rubric.pk)
    existing = rubric.versions.filter(sha256=spec.sha256).first()
    if existing is not None:
        return existing
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
    """Return the current version of a rubric from Rateroom's library, and store it if it is new."""
    return load_version(source=library_source(name), project=None, document=f"{name}.yaml")


def load_library() -> list[RubricVersion]:
    """Store every rubric of the library, and return the versions. This runs after each migration,
    so that researchers can always use the library's rubrics."""
    return [library_version(name) for name in library_names()]


def rubric_versions(project: Project) -> list[RubricVersion]:
    """Return the newest version of every rubric that the project can use. The project's own rubrics
    replace library rubrics with the same name."""
    ordered = (
        _usable(project)
        .select_related("rubric")
        .order_by("rubric__name", F("rubric__project").asc(nulls_last=True), "-number")
    )
    return list(ordered.distinct("rubric__name"))


def rubric_version_named(project: Project, name: str) -> RubricVersion:
    """Return the newest version of the rubric `name`. This is the project's own rubric or, if there
    is none, the library's rubric. Raises RateroomError if there is no such rubric."""
    versions = {version.rubric.name: version for version in rubric_versions(project)}
    if name not in versions:
        names = ", ".join(versions)
        raise RateroomError(
            f"There is no rubric named {name}.",
            where=f"Project {project.name}",
            remedy=f"Use one of: {names}." if names else "Load a rubric first.",
        )
    return versions[name]


def rubric_version_of(project: Project, pk: int) -> RubricVersion:
    """Return the version with the key `pk` if this project can use it, otherwise raise
    RateroomError."""
    version = _usable(project).filter(pk=pk).first()
    if version is None:
        raise RateroomError(
            _("The rubric chosen for this import no longer exists."),
            where=project.name,
            remedy=_("Choose an option from the list."),
        )
    return version


def _usable(project: Project) -> QuerySet[RubricVersion]:
    return RubricVersion.objects.filter(Q(rubric__project=project) | Q(rubric__project=None))
