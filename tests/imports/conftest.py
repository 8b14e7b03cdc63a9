"""A project for the import tests, and separate file storage for every test."""

import pytest

from tests import world


@pytest.fixture(autouse=True)
def _own_storage(settings, tmp_path_factory):
    settings.MEDIA_ROOT = tmp_path_factory.mktemp("storage")


@pytest.fixture
def project(db):
    return world.project(money="0")
