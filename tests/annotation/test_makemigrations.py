"""What needs a migration, and what does not."""

from django.apps import apps
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from annotation.management.commands.makemigrations import Autodetector


def test_a_table_needs_a_migration_and_words_do_not():
    old, new = ProjectState.from_apps(apps), ProjectState.from_apps(apps)
    endpoint = new.models["webhooks", "endpoint"]
    endpoint.options["verbose_name"] = "hook"
    endpoint.fields["kinds"].base_field.choices = [("batch.done", "Done")]
    endpoint.fields["name"].help_text = "Any name."
    graph = MigrationLoader(None).graph
    assert Autodetector(old, new).changes(graph=graph) == {}
    endpoint.fields["name"].max_length += 1
    assert list(Autodetector(old, new).changes(graph=graph)) == ["webhooks"]
