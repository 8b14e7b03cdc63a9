"""Models of rubrics and their versions.

The content of a version never changes. A changed file becomes a new version.
"""

from functools import cached_property, lru_cache
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models import Project, User
from surveys.spec import Rubric as Spec


class Rubric(models.Model):
    """A rubric, which is a named rating task. Rubrics without a project belong to the library, and
    every project can use them."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, null=True, blank=True, related_name="rubrics"
    )
    name = models.CharField("name", max_length=60)
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="rubric_name_once",
                fields=["project", "name"],
                nulls_distinct=False,
                violation_error_message=_("This name is already taken."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RubricVersion(models.Model):
    """One version of a rubric: the YAML as written, its canonical JSON, and the JSON's SHA-256.

    A trigger (in `hits`) refuses any change once a HIT uses the version.
    """

    rubric = models.ForeignKey(Rubric, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField("version")
    source = models.TextField("YAML")
    declaration = models.JSONField("declaration")
    sha256 = models.CharField("SHA-256", max_length=64)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["rubric__name", "-number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="rubric_version_number_once", fields=["rubric", "number"]),
            models.UniqueConstraint(
                name="rubric_version_content_once", fields=["rubric", "sha256"]
            ),
            models.CheckConstraint(
                name="rubric_version_from_one", condition=models.Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="rubric_version_hash", condition=models.Q(sha256__regex="^[0-9a-f]{64}$")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rubric.name} v{self.number}"

    @cached_property
    def spec(self) -> Spec:
        return stored_spec(self.pk, self.sha256)


class PromptTemplate(models.Model):
    """A researcher's prompt template for a rubric, with its text and its placeholders' meanings."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="prompt_templates")
    rubric = models.ForeignKey(Rubric, on_delete=models.PROTECT, related_name="prompt_templates")
    name = models.CharField("name", max_length=80)
    system = models.TextField("system part", blank=True)
    text = models.TextField("user part")
    sources = models.JSONField("what the placeholders stand for", default=dict, blank=True)
    omit = models.JSONField(
        "what the judge does not see",
        default=list,
        db_default=models.Value([], models.JSONField()),
        blank=True,
    )
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="prompt_template_name_once",
                fields=["project", "name"],
                violation_error_message=_("This name is already taken."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.rubric.name})"


@lru_cache(maxsize=256)
def stored_spec(pk: int, sha256: str) -> Spec:
    """Return the parsed rubric of a stored version. Each process caches the rubrics that it used
    last, by key and hash."""
    from surveys.loading import stored_rubric

    source = RubricVersion.objects.values_list("source", flat=True).get(pk=pk, sha256=sha256)
    return stored_rubric(source, document=f"rubric version {pk}")
