"""Storing a prompt of one's own."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.acts import record
from people.models import Act, User
from surveys.models import PromptTemplate


def store_template(*, template: PromptTemplate, by: User) -> PromptTemplate:
    """Store a new prompt, checked by its form. Raises RateroomError where the project has one of
    its name."""
    template.created_by = by
    try:
        with transaction.atomic():
            template.save(force_insert=True)
            record(
                actor=by,
                verb=Act.Verb.CREATED,
                subject=template,
                project_id=template.project_id,
            )
    except IntegrityError as error:
        raise RateroomError(
            _("This project already has a prompt template of this name."),
            where="name",
            remedy=_("Choose another name."),
        ) from error
    return template
