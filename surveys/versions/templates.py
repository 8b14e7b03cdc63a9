"""Storage of researchers' prompt templates, checked against their rubric's newest version."""

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.acts import record
from people.models import Act, Project, User
from surveys.models import PromptTemplate, Rubric
from surveys.prompts.own import PromptTemplate as OwnTemplate
from surveys.prompts.own import own_template
from surveys.spec import Rubric as Spec


def newest_spec(rubric: Rubric) -> Spec:
    """Return the newest version of the rubric in parsed form."""
    return rubric.versions.order_by("-number")[0].spec


def checked(stored: PromptTemplate) -> OwnTemplate:
    """Return the stored template, checked against the rubric's newest version. Raises DocumentError
    with all problems."""
    return own_template(
        newest_spec(stored.rubric),
        stored.text,
        stored.sources,
        system=stored.system,
        omit=stored.omit,
    )


def store_template(
    *,
    project: Project,
    rubric: Rubric,
    name: str,
    text: str,
    by: User,
    system: str = "",
    sources: Mapping[str, str] | None = None,
    omit: Sequence[str] = (),
) -> PromptTemplate:
    """Store a new prompt template, log this, and return the template. Raises DocumentError with all
    problems in the text, and RateroomError if the project already has a template with this name."""
    template = PromptTemplate(
        project=project,
        rubric=rubric,
        name=name,
        system=system,
        text=text,
        sources=dict(sources or {}),
        omit=list(omit),
        created_by=by,
    )
    own = checked(template)
    template.sources, template.omit = dict(own.sources), list(own.omit)
    try:
        with transaction.atomic():
            template.save(force_insert=True)
            record(by, Act.Verb.CREATED, template)
    except IntegrityError as error:
        raise RateroomError(_("This name is already taken."), where="name") from error
    return template
