"""Tests of the errors that stop a test run before it starts."""

import pytest

from tests.conftest import refuse_lasting_rows


def within_rows(module_rows) -> None: ...


def over_the_site(module_rows, live_server) -> None: ...


@pytest.mark.parametrize(("test", "is_transaction"), [(within_rows, True), (over_the_site, False)])
def test_a_test_that_commits_takes_no_rows_of_its_module(request, test, is_transaction):
    item = pytest.Function.from_parent(request.node.parent, name="committing", callobj=test)
    if is_transaction:
        item.add_marker(pytest.mark.django_db)
        refuse_lasting_rows([item])
        item.add_marker(pytest.mark.django_db(transaction=True), append=False)
    with pytest.raises(pytest.UsageError, match="::committing commits, and takes rows of its mod"):
        refuse_lasting_rows([item])
