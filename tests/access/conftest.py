"""Fixtures with the study that the tests of routes and lookups share."""

import logging

import pytest
from django.db import transaction

from tests.access.study import Study, make_study

# Thousands of refusals are what these tests are after. To write each with its traceback takes
# as long as some of the tests; what is written of a 500 stays.
UNTOLD = {"django.request": logging.ERROR, "django.security": logging.CRITICAL}


@pytest.fixture(scope="package")
def shared_study(django_db_setup, django_db_blocker):
    """A study stored once for the package. Each test's transaction is a savepoint in this one."""
    for name, level in UNTOLD.items():
        logging.getLogger(name).setLevel(level)
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_study()
        transaction.set_rollback(True)
    for name in UNTOLD:
        logging.getLogger(name).setLevel(logging.NOTSET)


@pytest.fixture
def study(shared_study, db) -> Study:
    return shared_study
