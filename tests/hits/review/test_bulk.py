"""Tests of skipping foreign key checks: only in the block, only with the right to do so, and
without skipping other constraints."""

import pytest
from django.db import IntegrityError, connection, transaction

from core.database.bulk import unchecked_keys
from stimuli.models import Item, Output
from tests import world

pytestmark = pytest.mark.django_db
NOWHERE = 10**9


def look_up_now(cursor) -> None:
    cursor.execute("set constraints all immediate")


@pytest.fixture
def cursor():
    with connection.cursor() as cursor:
        yield cursor


@pytest.fixture
def ordinary_user(cursor):
    """A database role that owns nothing and cannot change settings, as on a managed server."""
    cursor.execute("create role ordinary; grant all on all tables in schema public to ordinary")
    cursor.execute("set local role ordinary")
    yield
    cursor.execute("reset role")


def test_keys_are_not_looked_up_inside(cursor):
    with unchecked_keys(cursor):
        Item.objects.create(dataset_id=NOWHERE, external_id="x")
    look_up_now(cursor)
    assert Item.objects.filter(dataset_id=NOWHERE).count() == 1


def test_keys_are_looked_up_again_after_it(cursor):
    with unchecked_keys(cursor):
        pass
    with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic():
        Item.objects.create(dataset_id=NOWHERE, external_id="x")
        look_up_now(cursor)


def test_keys_are_looked_up_again_after_an_error(cursor):
    with pytest.raises(KeyError), unchecked_keys(cursor):
        raise KeyError
    with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic():
        Item.objects.create(dataset_id=NOWHERE, external_id="x")
        look_up_now(cursor)


def test_other_constraints_hold_inside(cursor):
    item = world.dataset(world.project()).items.first()
    taken = item.outputs.first()
    for text, system, said in (
        ("", NOWHERE, "output_has_text"),
        ("x", taken.system_id, "output_once"),
    ):
        with (
            pytest.raises(IntegrityError, match=said),
            transaction.atomic(),
            unchecked_keys(cursor),
        ):
            Output.objects.create(item=item, system_id=system, text=text)


@pytest.mark.usefixtures("ordinary_user")
def test_for_an_ordinary_user_of_the_database_keys_are_looked_up_all_the_same(cursor):
    with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic():
        with unchecked_keys(cursor):
            cursor.execute(
                "insert into stimuli_item (id, dataset_id, external_id, fields) values (1000000000, %s, 'x', '{}')",
                [NOWHERE],
            )
        look_up_now(cursor)
