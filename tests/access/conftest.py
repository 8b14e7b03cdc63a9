"""The study that walks over routes and lookups share."""

import logging

import pytest

from tests.access.study import Study, make_study

# Thousands of refusals are what these tests are after. To write each with its traceback takes
# as long as some of the tests; what is written of a 500 stays.
UNTOLD = {"django.request": logging.ERROR, "django.security": logging.CRITICAL}


@pytest.fixture(scope="module")
def module_study(module_rows):
    for name, level in UNTOLD.items():
        logging.getLogger(name).setLevel(level)
    yield make_study()
    for name in UNTOLD:
        logging.getLogger(name).setLevel(logging.NOTSET)


@pytest.fixture
def study(module_study, db) -> Study:
    return module_study
