"""Permission checks for datasets and their imports."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from people.access import is_writer, projects_for
from people.models import User
from stimuli.models import Dataset, DatasetImport


def dataset_for_researcher(user: User, pk: int, *, write: bool = False) -> Dataset:
    """Return the dataset if the user has a role in its project. Raises Http404 for other people,
    and PermissionDenied if `write` is true and the user is a viewer."""
    dataset = Dataset.objects.select_related("project").filter(pk=pk).first()
    if dataset is None or not projects_for(user).filter(pk=dataset.project_id).exists():
        raise Http404
    if write and not is_writer(user, dataset.project_id):
        raise PermissionDenied
    return dataset


def import_for_researcher(user: User, pk: int, *, write: bool = False) -> DatasetImport:
    """Return the import of a dataset, with the same checks as `dataset_for_researcher`."""
    record = DatasetImport.objects.select_related("project", "dataset").filter(pk=pk).first()
    if record is None or not projects_for(user).filter(pk=record.project_id).exists():
        raise Http404
    if write and not is_writer(user, record.project_id):
        raise PermissionDenied
    return record
