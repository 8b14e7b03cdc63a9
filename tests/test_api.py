"""The read API: a researcher's own batches, and nobody else's."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from django.core.management import CommandError, call_command

from surveys.loading import library_names, library_source
from surveys.schema import schema_document
from tests import world

SCHEMA = Path(__file__).parent.parent / "docs/rubric.schema.json"


@pytest.mark.django_db
def test_batches_of_ones_own_projects_only(client):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    assert client.get("/api/batches/").status_code == 403
    client.force_login(world.outsider())
    assert client.get("/api/batches/").json()["count"] == 0
    assert client.get(f"/api/batches/{batch.pk}/").status_code == 404
    client.force_login(world.viewer(batch.project))
    assert [one["id"] for one in client.get("/api/batches/").json()["results"]] == [batch.pk]
    one = client.get(f"/api/batches/{batch.pk}/").json()
    assert (one["state"], one["hits_made"], one["assignments"]) == (
        "live",
        4,
        {"free": 3, "submitted": 1},
    )
    assert one["money"] == {
        "escrowed": "0.24",
        "paid": "0",
        "fees": "0",
        "refunded": "0",
        "remaining": "0.24",
    }
    assert client.delete(f"/api/batches/{batch.pk}/").status_code == 405


@pytest.mark.django_db
def test_the_list_needs_as_many_queries_for_three_as_for_one(client, django_assert_num_queries):
    batch = world.live_batch(world.project())
    client.force_login(world.viewer(batch.project))
    for more in range(2):
        with django_assert_num_queries(3):
            assert client.get("/api/batches/").json()["count"] == 1 + 2 * more
        world.live_batch(batch.project), world.live_batch(batch.project)


def test_the_schema_in_the_docs_is_the_declarations():
    assert SCHEMA.read_text(encoding="utf-8") == schema_document()


@pytest.mark.parametrize("name", library_names())
def test_the_schema_accepts_the_library_and_refuses_what_the_loader_refuses(name):
    document = yaml.safe_load(library_source(name))
    # JSON has no number keys; anchors are written as they are in YAML.
    document = json.loads(json.dumps(document))
    jsonschema.validate(document, json.loads(schema_document()))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document | {"stranger": 1}, json.loads(schema_document()))


def test_check_rubric_says_what_is_wrong(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    file.write_text(library_source("image-paragraph"), encoding="utf-8")
    call_command("check_rubric", str(file))
    assert "image-paragraph: in order. SHA-256" in capsys.readouterr().out
    file.write_text("name: x\n", encoding="utf-8")
    with pytest.raises(
        CommandError, match="mine.yaml: line 1 title: a required key is missing. Add it."
    ):
        call_command("check_rubric", str(file))
