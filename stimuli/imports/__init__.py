"""Bringing datasets in: `loading` ties it together; see docs/importing.md for what a table may look
like."""

from stimuli.imports.loading import ImportResult, import_dataset
from stimuli.imports.options import ImportOptions, split_names
from stimuli.imports.running import (
    cancel_import,
    file_trouble,
    import_again,
    perform_import,
    problem_lines,
    request_import,
)

__all__ = [
    "ImportOptions",
    "ImportResult",
    "cancel_import",
    "file_trouble",
    "import_again",
    "import_dataset",
    "perform_import",
    "problem_lines",
    "request_import",
    "split_names",
]
