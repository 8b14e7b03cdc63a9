"""What several tests of a batch's pages need."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from stimuli.store import storage_name


@pytest.fixture
def stored_picture():
    """The file of the test world's picture."""
    name = storage_name("ab" * 32)
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"a picture"))
