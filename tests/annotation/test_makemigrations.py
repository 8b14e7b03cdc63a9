"""Tests of the model changes that need a migration."""

from django.apps import apps
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import Q

from annotation.management.commands.makemigrations import Autodetector


def test_a_table_needs_a_migration_and_words_do_not():
    old, new = ProjectState.from_apps(apps), ProjectState.from_apps(apps)
    endpoint = new.models["webhooks", "endpoint"]
    endpoint.options["verbose_name"] = "hook"
    endpoint.fields["kinds"].base_field.choices = [("batch.done", "Done")]
    endpoint.fields["name"].help_text = "Any name."
    batch = new.models["hits", "batch"]
    counted = batch.get_constraint_by_name("batch_sample_stated").clone()
    counted.violation_error_message = "Choose a sample."
    replace(batch, counted)
    graph = MigrationLoader(None).graph
    assert Autodetector(old, new).changes(graph=graph) == {}
    endpoint.fields["name"].max_length += 1
    assert list(Autodetector(old, new).changes(graph=graph)) == ["webhooks"]
    counted = counted.clone()
    counted.condition = Q(pk__gt=0)
    replace(batch, counted)
    assert list(Autodetector(old, new).changes(graph=graph)) == ["webhooks", "hits"]


def replace(model, constraint):
    constraints = model.options["constraints"]
    model.options["constraints"] = [
        constraint if one.name == constraint.name else one for one in constraints
    ]
