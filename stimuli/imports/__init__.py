"""Imports of datasets. `loading` runs an import's steps; docs/importing.md describes the tables."""

from stimuli.imports.loading import ImportResult, import_dataset
from stimuli.imports.options import ImportOptions, dataset_name, split_names
from stimuli.imports.running import (
    begin_import,
    cancel_import,
    file_trouble,
    import_again,
    perform_import,
    prepare_import,
    prepare_rows,
    problem_lines,
    replace_files,
    request_import,
)
