"""Save a batch's answers as they stream in: CSV, JSON Lines or Parquet, by the file's ending."""

import argparse
import sys
from pathlib import Path

from rateroom_client import Rateroom

from rateroom.connection import add_connection, connect
from rateroom.console import Failed, say

FORMS = {".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", type=int, help="its number")
    parser.add_argument("file", help="where to; - is the standard output")
    parser.add_argument(
        "--table",
        choices=["wide", "long"],
        default="wide",
        help="a row for each answered HIT, or for each question (default: %(default)s)",
    )
    parser.add_argument("--format", choices=[*FORMS.values()], help="where the ending does not say")
    parser.add_argument("--counted", action="store_true", help="only what figures use")
    add_connection(parser)


def run(arguments: argparse.Namespace) -> None:
    """Write the file whole, or leave what was there."""
    site = connect(arguments)
    choice = {
        "table": arguments.table,
        "file_format": arguments.format or _form(arguments.file),
        "counted": arguments.counted,
    }
    if arguments.file == "-":
        site.export(arguments.batch, sys.stdout.buffer, **choice)
        return
    size = _save(site, arguments.batch, Path(arguments.file), choice)
    say(f"{arguments.file}: {size:,} bytes.")


def _form(name: str) -> str:
    ending = Path(name).suffix.lower()
    if name != "-" and ending not in FORMS:
        raise Failed(f"{name} has none of the endings {', '.join(FORMS)}.\nSay which by --format.")
    return FORMS.get(ending, "csv")


def _save(site: Rateroom, batch: int, path: Path, choice: dict[str, object]) -> int:
    draft = path.with_name(f".{path.name}.part")
    try:
        with draft.open("wb") as file:
            size = site.export(batch, file, **choice)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return size
