"""A fixture that tests of several batch pages use."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from stimuli.store import storage_name


@pytest.fixture
def stored_picture():
    """Store the file of the image that `tests.world` uses."""
    name = storage_name("ab" * 32)
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"a picture"))
