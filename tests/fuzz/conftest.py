"""Fixtures of the import tests, because fuzz tests also import into a separate project and
storage."""

from tests.imports.conftest import _own_storage, project

__all__ = ["_own_storage", "project"]
