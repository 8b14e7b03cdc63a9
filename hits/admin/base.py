"""Permissions by project in the admin, with the choices that batches and judge runs offer."""

from collections.abc import Mapping
from typing import ClassVar

from people import project_admin


class ProjectAdmin(project_admin.ProjectAdmin):
    """As everywhere, and only data of the person's own projects is offered."""

    choice_paths: ClassVar[Mapping[str, str]] = {
        **project_admin.ProjectAdmin.choice_paths,
        "Dataset": "project",
        "System": "dataset__project",
        "Batch": "project",
    }
