"""Tests of the JSON Schema of rubrics, and of the command that checks a rubric."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from django.core.management import CommandError, call_command

from surveys.loading import library_names, library_source
from surveys.schema import schema_document

SCHEMA = Path(__file__).parent.parent.parent / "docs/rubric.schema.json"


def test_the_schema_in_the_docs_is_the_declarations():
    assert SCHEMA.read_text(encoding="utf-8") == schema_document()


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(schema_document())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", library_names())
def test_the_schema_accepts_the_library_and_refuses_what_the_loader_refuses(validator, name):
    document = yaml.safe_load(library_source(name))
    # JSON has no number keys; anchors are written as they are in YAML.
    document = json.loads(json.dumps(document))
    validator.validate(document)
    assert not validator.is_valid(document | {"stranger": 1})


def test_check_rubric_says_what_is_wrong(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    file.write_text(library_source("image-paragraph"), encoding="utf-8")
    call_command("check_rubric", str(file))
    assert "image-paragraph is valid. SHA-256" in capsys.readouterr().out
    file.write_text("name: x\n", encoding="utf-8")
    with pytest.raises(
        CommandError, match="mine.yaml: line 1 title: a required key is missing. Add the key."
    ):
        call_command("check_rubric", str(file))
