"""Who may see or change a data set, and an import of one."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from people.access import is_writer, projects_for, projects_of, user_of
from people.models import User
from stimuli.models import Dataset, DatasetImport


def import_for_writing(request: HttpRequest, pk: int) -> DatasetImport:
    """The import. 404 for strangers, PermissionDenied for viewers."""
    imports = DatasetImport.objects.select_related("project", "dataset")
    record = get_object_or_404(imports, pk=pk, project__in=projects_of(request))
    if not is_writer(user_of(request), record.project_id):
        raise PermissionDenied
    return record


def dataset_for_researcher(user: User, pk: int, *, write: bool = False) -> Dataset:
    """The dataset, for a person with a role in its project. 404 without one; PermissionDenied for a
    viewer's write."""
    dataset = Dataset.objects.select_related("project").filter(pk=pk).first()
    if dataset is None or not projects_for(user).filter(pk=dataset.project_id).exists():
        raise Http404
    if write and not is_writer(user, dataset.project_id):
        raise PermissionDenied
    return dataset


def import_for_researcher(user: User, pk: int, *, write: bool = False) -> DatasetImport:
    """The import, likewise."""
    record = DatasetImport.objects.select_related("project").filter(pk=pk).first()
    if record is None or not projects_for(user).filter(pk=record.project_id).exists():
        raise Http404
    if write and not is_writer(user, record.project_id):
        raise PermissionDenied
    return record
