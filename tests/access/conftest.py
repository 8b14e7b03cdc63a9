"""The study that walks over routes and lookups share."""

import pytest

from tests.access.study import Study, make_study


@pytest.fixture(scope="module")
def module_study(module_rows):  # noqa: ARG001
    return make_study()


@pytest.fixture
def study(module_study, db) -> Study:  # noqa: ARG001
    return module_study
