"""Who may change an import of a data set."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from people.access import is_writer, projects_of, user_of
from stimuli.models import DatasetImport


def import_for_writing(request: HttpRequest, pk: int) -> DatasetImport:
    """The import. 404 for strangers, PermissionDenied for viewers."""
    imports = DatasetImport.objects.select_related("project", "dataset")
    record = get_object_or_404(imports, pk=pk, project__in=projects_of(request))
    if not is_writer(user_of(request), record.project_id):
        raise PermissionDenied
    return record
