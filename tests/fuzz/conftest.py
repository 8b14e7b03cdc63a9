"""What is imported here goes into a project and a storage of its own, as in the tests of imports."""

from tests.imports.conftest import _own_storage, project

__all__ = ["_own_storage", "project"]
