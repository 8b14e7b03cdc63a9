"""A logged-in researcher for the tests of researchers' pages."""

import pytest

from tests import world


@pytest.fixture
def rita(client, batch):
    """The browser of a researcher of the batch's project."""
    client.force_login(world.researcher(batch.project))
    return client
