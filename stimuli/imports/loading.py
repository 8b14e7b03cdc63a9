"""Importing a dataset: read, check and stage everything first; then store and insert it in one transaction."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from people.models import Project, User
from stimuli.imports.options import ImportOptions, rubric_version_of
from stimuli.imports.sources import MediaError, MediaSource, open_source
from stimuli.imports.tables import open_table
from stimuli.models import Dataset, DatasetImport
from surveys.errors import DocumentError, Problem
from surveys.spec import Rubric

Progress = Callable[[int, int | None], None]
DATASET_NAME_LIMIT = 120


@dataclass(frozen=True)
class ImportResult:
    """What an import brought in. `media` counts different files and links; `warnings` refused nothing."""

    dataset: Dataset
    items: int
    systems: int
    outputs: int
    media: int
    warnings: list[Problem] = field(default_factory=list)


def import_dataset(
    *,
    project: Project,
    name: str,
    table: Path,
    media: Path | None = None,
    options: ImportOptions | None = None,
    created_by: User | None = None,
    progress: Progress | None = None,
    record: DatasetImport | None = None,
) -> ImportResult:
    """A new dataset `name` from the CSV or JSONL file `table` and the folder or ZIP file `media`: all or nothing.

    `progress` is called with rows done and rows in all; a row is done when its media are checked. `record`, where
    given, follows the progress and is set done in the transaction that makes the dataset.
    Raises DocumentError with every problem (the first 50 in full), and then nothing has changed.
    """
    from stimuli.imports.staging import Reading
    from stimuli.imports.transfer import under_way  # takes much memory, which a web process can spare

    options = options or ImportOptions()
    name = new_name(project, name, table.name)
    with ExitStack() as stack:
        source = _source(stack, media)
        transfer = stack.enter_context(under_way(table.name, source, progress or _silent, record))
        reading = Reading(open_table(table), options, _rubric(project, options), project.megapixels)
        return transfer.load(reading, project=project, name=name, created_by=created_by)


def _silent(done: int, total: int | None) -> None:
    pass


def new_name(project: Project, name: str, document: str) -> str:
    """`name` without the spaces around it. Raises DocumentError where the project cannot have such a dataset."""
    name = name.strip()
    if not 0 < len(name) <= DATASET_NAME_LIMIT or not name.isprintable():
        what = f"a dataset's name has 1 to {DATASET_NAME_LIMIT} characters on one line."
        raise DocumentError.one(document, what, remedy="Give another name.")
    if Dataset.objects.filter(project=project, name=name).exists():
        what = f"project {project.name} already has a dataset named {name}."
        raise DocumentError.one(document, what, remedy="Give another name; a dataset is never added to.")
    return name


def _source(stack: ExitStack, media: Path | None) -> MediaSource | None:
    try:
        return stack.enter_context(open_source(media))
    except MediaError as error:
        raise DocumentError.one(media.name if media else "", error.what, remedy=error.remedy) from None


def _rubric(project: Project, options: ImportOptions) -> Rubric | None:
    return rubric_version_of(project, options.rubric_version).spec if options.rubric_version else None
