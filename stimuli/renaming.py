"""Renaming of a dataset. The old name is recorded, because earlier exports and reports use it."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.acts import record
from people.models import Act, User
from stimuli.models import Dataset


class NotRenamed(RateroomError):
    """Raised when a dataset cannot have the requested name."""


@transaction.atomic
def rename_dataset(*, dataset_id: int, name: str, by: User) -> bool:
    """Rename a dataset, and log the old and the new name. Return False if it already has this name.
    Raises NotRenamed if the name is blank, too long, or used by another dataset of the project."""
    dataset = Dataset.objects.select_for_update(no_key=True).get(pk=dataset_id)
    before, name = dataset.name, name.strip()
    if name == before:
        return False
    longest = Dataset._meta.get_field("name").max_length or 0
    if not 1 <= len(name) <= longest:
        raise NotRenamed(
            _("Enter a name of at most %(most)d characters.") % {"most": longest}, where="name"
        )
    dataset.name = name
    try:
        with transaction.atomic():
            dataset.save(update_fields=["name"])
    except IntegrityError as error:
        raise NotRenamed(_("This name is already taken."), where="name") from error
    record(by, Act.Verb.AMENDED, dataset, before={"name": before}, after={"name": name})
    return True
