"""Save a batch's responses as CSV, JSON Lines or Parquet, as the file's extension says. The file
has the current responses, a snapshot that can be cited, or the format of another tool."""

import argparse
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from rateroom_client import Rateroom, write_scores

from rateroom.connection import add_connection, connect
from rateroom.console import Failed, Progress, say

# A function that writes to a file and returns the number of bytes
Write = Callable[[IO[bytes]], int]
TOOLS = ("every-eval-ever", "hugging-face", "inspect", "preference-pairs")
FORMS = {".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", type=int, help="the batch's number")
    parser.add_argument("file", help="the file to write; - writes to standard output")
    parser.add_argument(
        "--table",
        choices=["wide", "long", "ratings", "marks"],
        default="wide",
        help="wide: one row per response; long: one row per answer; ratings: one row per answer of "
        "a person or a judge, for `rateroom compare`; marks: one row per marked passage "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--format",
        choices=[*FORMS.values()],
        help="the format, if the file does not end in .csv, .jsonl or .parquet",
    )
    parser.add_argument(
        "--counted", action="store_true", help="export only the responses that statistics use"
    )
    parser.add_argument(
        "--snapshot",
        action="store_true",
        help="also save a snapshot on the site, and print its SHA-256",
    )
    parser.add_argument(
        "--tool", choices=TOOLS, help="export a file for this tool instead of a table"
    )
    parser.add_argument(
        "--log",
        type=Path,
        help="with --tool inspect: write a copy of this log with people's scores",
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> None:
    """Export the responses to the file. An existing file is replaced only when the export is
    complete."""
    site = connect(arguments)
    if arguments.tool:
        _for_tool(site, arguments)
        return
    choice = {
        "table": arguments.table,
        "file_format": arguments.format or _form(arguments.file),
        "counted": arguments.counted,
    }
    write = (
        _snapshot(site, arguments.batch, choice)
        if arguments.snapshot
        else _export(site, arguments.batch, choice)
    )
    _put(write, arguments.file)


def _put(write: Write, name: str) -> None:
    if name == "-":
        write(sys.stdout.buffer)
        return
    size = _save(write, Path(name))
    say(f"{name}: {size:,} bytes.")


def _for_tool(site: Rateroom, arguments: argparse.Namespace) -> None:
    if arguments.log is None:
        _put(lambda file: _tool_file(site, arguments, file), arguments.file)
        return
    if arguments.tool != "inspect":
        raise Failed("Use --log only with --tool inspect.")
    scores = io.BytesIO()
    _tool_file(site, arguments, scores)
    samples = write_scores(arguments.log, json.loads(scores.getvalue()), Path(arguments.file))
    say(f"{arguments.file}: scores of {samples:,} samples.")


def _tool_file(site: Rateroom, arguments: argparse.Namespace, file: IO[bytes]) -> int:
    return site.export_for_tool(arguments.batch, arguments.tool, file)


def _form(name: str) -> str:
    ending = Path(name).suffix.lower()
    if name != "-" and ending not in FORMS:
        raise Failed(
            f"{name} does not end in {', '.join(FORMS)}.\nSet --format to the file's format."
        )
    return FORMS.get(ending, "csv")


def _export(site: Rateroom, batch: int, choice: dict[str, object]) -> Write:
    return lambda file: site.export(batch, file, **choice)


def _snapshot(site: Rateroom, batch: int, choice: dict[str, Any]) -> Write:
    tell = Progress()
    row = site.snapshot(
        batch, **choice, on_progress=lambda task: tell(f"Snapshot: {task['state']}")
    )
    say(f"SHA-256 {row['sha256']}")
    return lambda file: site.snapshot_file(batch, row["sha256"], file)


def _save(write: Write, path: Path) -> int:
    draft = path.with_name(f".{path.name}.part")
    try:
        with draft.open("wb") as file:
            size = write(file)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return size
