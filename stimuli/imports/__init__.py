"""Bringing datasets in: `loading` ties it together; see docs/importing.md for what a table may look
like."""

from stimuli.imports.loading import ImportResult, import_dataset
from stimuli.imports.options import ImportOptions, split_names
from stimuli.imports.running import (
    begin_import,
    cancel_import,
    file_trouble,
    import_again,
    perform_import,
    prepare_import,
    problem_lines,
    replace_files,
    request_import,
)

__all__ = [
    "ImportOptions",
    "ImportResult",
    "begin_import",
    "cancel_import",
    "file_trouble",
    "import_again",
    "import_dataset",
    "perform_import",
    "prepare_import",
    "problem_lines",
    "replace_files",
    "request_import",
    "split_names",
]
