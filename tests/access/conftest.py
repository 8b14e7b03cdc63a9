"""The study that walks over routes and lookups share."""

import pytest

from tests.access.study import Study, make_study


@pytest.fixture
def study(db) -> Study:  # noqa: ARG001
    return make_study()
