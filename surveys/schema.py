"""JSON Schema of rubric files, generated from their declaration, for editors that complete and
check YAML."""

import json

from surveys.spec import Rubric

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def rubric_schema() -> dict[str, object]:
    """Return the schema of the whole rubric language, including all installed kinds, blocks and
    formats."""
    return Rubric.model_json_schema()


def schema_document() -> str:
    """Return the schema as indented JSON with a final newline."""
    schema = {"$schema": DIALECT, **rubric_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
