"""The study that walks over routes and lookups share."""

import pytest
from django.db import transaction

from tests.access.study import Study, make_study


@pytest.fixture(scope="module")
def module_study(django_db_setup, django_db_blocker):  # noqa: ARG001
    """One study for all tests of a module, because making it costs more than most of them.

    It stands in a transaction that is rolled back after the last of them; each test's own
    transaction is a savepoint in it.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_study()
        transaction.set_rollback(True)


@pytest.fixture
def study(module_study, db) -> Study:  # noqa: ARG001
    return module_study
