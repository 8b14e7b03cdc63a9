"""Import a dataset: a table of items and outputs (CSV or JSON Lines) with a folder or ZIP of media,
or a file of another tool. Prints the dataset's number. With --batch, import a judge's raw replies
about that batch instead."""

import argparse
import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rateroom_client import Rateroom

from rateroom.connection import add_connection, connect, key_of, project_of
from rateroom.console import Failed, Progress, require_file, result, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "table", type=Path, help="a CSV or JSON Lines file, or a file of another tool"
    )
    parser.add_argument(
        "--media", type=Path, help="a folder or ZIP file with the files that the table names"
    )
    parser.add_argument(
        "--name", default="", help="the name of the dataset (default: the name of the file)"
    )
    parser.add_argument("--project", help="the project's name, if the token has several projects")
    for column in ("item", "system", "output"):
        parser.add_argument(
            f"--{column}",
            metavar="COLUMN",
            default="",
            help=f"the name of the column with the {column}",
        )
    judge = parser.add_argument_group("a judge's replies (columns item, system and reply)")
    judge.add_argument("--batch", type=int, help="the number of the batch that the judge rated")
    judge.add_argument("--judge", metavar="NAME", help="the name of the judge")
    judge.add_argument("--model", help="the judge's model (default: the judge's name)")
    add_connection(parser)


def run(arguments: argparse.Namespace) -> None:
    """Import a table or, with `--batch`, a judge's replies. Print the number of the new dataset or
    run."""
    site = connect(arguments)
    require_file(arguments.table, "Enter the path of a CSV or JSON Lines file.")
    if arguments.batch is not None:
        _import_replies(site, arguments)
        return
    if arguments.judge or arguments.model:
        raise Failed(
            "--judge and --model need a batch.\nSet --batch to the batch that the judge rated."
        )
    _import_table(site, arguments)


def _import_table(site: Rateroom, arguments: argparse.Namespace) -> None:
    project = project_of(site, arguments.project)
    progress, record = Progress(), dict[str, Any]()

    def follow(row: dict[str, Any]) -> None:
        record.update(row)
        progress(_in_words(row))

    options = _options(arguments)
    with tempfile.TemporaryDirectory() as folder:
        archive = _archive(arguments.media, Path(folder))
        hashes = [_sha256(file) for file in (arguments.table, archive) if file]
        sent = (project["id"], arguments.table.name, *hashes, arguments.name, options)
        dataset = site.import_table(
            project["id"],
            arguments.table,
            archive=archive,
            name=arguments.name,
            options=options,
            key=key_of("import", *sent),
            on_progress=follow,
        )
    for line in _contents(record.get("contents") or {}):
        say(line)
    say(f"{dataset['name']}: {dataset['items']} items, outputs of {dataset['systems']} systems.")
    result(dataset["id"])


def _contents(contents: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines of text that describe the contents of another tool's file. Yield nothing for a
    table."""
    if not contents:
        return
    yield f"{contents['format']}: {contents['records']} records, {contents['outputs']} outputs."
    for name, score in contents["scores"].items():
        by = f" by {score['by']}" if score["by"] else ""
        yield f"score “{name}”: {score['values']} values{by}."
    for title, counts in (
        ("left out", contents["left_out"]),
        ("unknown fields", contents["unknown"]),
    ):
        if counts:
            yield f"{title}: {', '.join(f'{name} ({n})' for name, n in counts.items())}."
    if contents["scores"]:
        yield "To compare the scores with people: rateroom compare BATCH --scores"


def _options(arguments: argparse.Namespace) -> dict[str, str]:
    columns = {name: getattr(arguments, name) for name in ("item", "system", "output")}
    return {f"{name}_column": column for name, column in columns.items() if column}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _in_words(record: dict[str, object]) -> str:
    done, total = record["rows_done"], record["rows_total"]
    rows = f", {done} of {total} rows" if total else ""
    return f"Import {record['id']}: {record['state']}{rows}"


def _archive(media: Path | None, folder: Path) -> Path | None:
    """Return the path of a ZIP file with the media, or None if there are none. A folder is packed
    into a ZIP file in `folder`. Raises Failed if `media` does not exist."""
    if media is None or media.is_file():
        return media
    if not media.is_dir():
        raise Failed(f"There is no folder or ZIP file {media}.\nCheck the path after --media.")
    archive = folder / "media.zip"
    # Without compression, because media are already compressed
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(media.rglob("*")):
            if path.is_file():
                # Store no times, so that the same media always give the same archive.
                entry = zipfile.ZipInfo(path.relative_to(media).as_posix())
                with path.open("rb") as source, file.open(entry, "w", force_zip64=True) as target:
                    shutil.copyfileobj(source, target)
    return archive


def _import_replies(site: Rateroom, arguments: argparse.Namespace) -> None:
    if not arguments.judge:
        raise Failed("The judge has no name.\nSet --judge to the name of the judge.")
    outcome = site.import_replies(
        arguments.batch,
        arguments.table,
        name=arguments.judge,
        model=arguments.model or arguments.judge,
    )
    refused = "".join(f", {number} refused ({code})" for code, number in outcome["failed"].items())
    say(f"{arguments.judge}: {outcome['read']} replies read{refused}.")
    if not outcome["read"]:
        say(
            "No reply could be read, so this judge has no ratings. Check the file with the replies."
        )
    result(outcome["run"]["id"])
