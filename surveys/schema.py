"""The JSON Schema of rubric files, which editors use to complete and check YAML. It is generated
from the declaration of rubrics."""

import json

from surveys.spec import Rubric

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def rubric_schema() -> dict[str, object]:
    """Return the JSON Schema of the rubric language, with all installed kinds, blocks and reply
    formats."""
    return Rubric.model_json_schema()


def schema_document() -> str:
    """Return the JSON Schema as indented JSON with a final newline."""
    schema = {"$schema": DIALECT, **rubric_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
