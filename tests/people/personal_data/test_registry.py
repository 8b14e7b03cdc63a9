"""Tests that every reference to a person or a participation is registered in an app's `keepers`."""

from django.apps import apps

from hits.models import Enrolment
from people.models import User
from people.personal_data.keepers import DONE_BY, keepers


def references() -> set[str]:
    """Return all foreign keys to a person or a participation, as "app.Model.field"."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.fields
        if field.is_relation
        and field.related_model in (User, Enrolment)
        and field.name not in DONE_BY
        and not model.__module__.startswith("tests")
    }


def test_every_reference_to_a_person_is_in_a_keeper():
    named = [name for keeper in keepers() for name in keeper.fields if name != "people.User"]
    assert sorted(named) == sorted(references())


def test_every_table_of_the_download_has_a_name_of_its_own():
    names = [table.name for keeper in keepers() for table in keeper.tables]
    assert len(set(names)) == len(names)
