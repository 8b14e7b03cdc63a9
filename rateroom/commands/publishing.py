"""Have people rate a dataset: create a batch from the dataset, publish the batch, and print its
number. Repeating the command with the same dataset and title continues the same batch."""

import argparse
import json
from pathlib import Path
from typing import Any

from rateroom_client import Rateroom, RateroomError

from rateroom.connection import add_connection, connect, key_of
from rateroom.console import Failed, Progress, require_file, result, say

AUDIENCES = ("everyone", "pool", "list", "link")
# Settings of a new batch. When the command is repeated, only the settings given as flags change.
DEFAULTS = {"reward": "0", "annotators_per_hit": 1, "audience": "pool"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "dataset", type=int, help="the dataset's number, which `rateroom import` prints"
    )
    parser.add_argument(
        "--rubric", required=True, help="the name of a rubric on the site, or a YAML file"
    )
    parser.add_argument(
        "--title", help="the title that annotators see (default: the dataset's name)"
    )
    parser.add_argument("--reward", help=f"the reward per HIT (default: {DEFAULTS['reward']})")
    parser.add_argument(
        "--annotators",
        type=int,
        help=f"the number of annotators per HIT (default: {DEFAULTS['annotators_per_hit']})",
    )
    parser.add_argument(
        "--audience",
        choices=AUDIENCES,
        help=f"the people who can work on the batch (default: {DEFAULTS['audience']})",
    )
    parser.add_argument(
        "--link",
        type=int,
        metavar="PEOPLE",
        help="print a link for this number of people without an account",
    )
    parser.add_argument(
        "--each",
        type=int,
        metavar="HITS",
        help="the maximum number of HITs per person, with --link",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=_term,
        metavar="TERM=VALUE",
        help="any other setting of the batch, named as in the API: expected_seconds=60",
    )
    parser.add_argument(
        "--draft", action="store_true", help="create the batch as a draft, without publishing"
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> None:
    """Create and publish the batch, and print its number. Other messages state the cost and the
    link."""
    site = connect(arguments)
    if (arguments.link is None) != (arguments.each is None):
        raise Failed("Use --link and --each together.\nFor example: --link 20 --each 10")
    dataset = site.dataset(arguments.dataset)
    title = arguments.title or dataset["name"]
    rubric_version = _rubric(site, arguments.rubric, dataset["project"])
    key = key_of("publish", dataset["id"], title)
    batch = site.begin(dataset["id"], title=title, **DEFAULTS, key=key)
    # Needed because a repeated call returns the draft in its original state
    batch = site.batch(batch["id"])
    if batch["state"] == "draft":
        batch = site.change(batch["id"], rubric_version=rubric_version, **_terms(arguments))
        _tell_cost(site, batch)
    if not arguments.draft:
        _publish(site, batch, arguments)
    result(batch["id"])


def _terms(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the batch settings given as command-line options."""
    terms = {
        "reward": arguments.reward,
        "annotators_per_hit": arguments.annotators,
        "audience": "link" if arguments.link else arguments.audience,
    }
    named_terms = {name: value for name, value in terms.items() if value is not None}
    return {**named_terms, **dict(arguments.set)}


def _term(text: str) -> tuple[str, object]:
    name, mark, value = text.partition("=")
    if not name or not mark:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form TERM=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _rubric(site: Rateroom, named: str, project: int) -> int:
    """Return the id of the newest version of the rubric `named`. If `named` is a YAML file, store
    its rubric in the project first."""
    if not named.endswith((".yaml", ".yml")):
        return int(site.rubric(named, project=project)["id"])
    path = Path(named)
    require_file(path, "Enter the path of a rubric's YAML file, or the name of a rubric.")
    version = site.store_rubric(project, path.read_text(encoding="utf-8"))
    say(f"Rubric {version['name']}, version {version['number']}.")
    return int(version["id"])


def _tell_cost(site: Rateroom, batch: dict[str, Any]) -> None:
    cost = site.cost(batch["id"])
    say(
        f"{cost['assignments']} responses to {cost['hits']} HITs cost {cost['total']} "
        f"{cost['currency']}; the project has {cost['available']}."
    )


def _publish(site: Rateroom, batch: dict[str, Any], arguments: argparse.Namespace) -> None:
    progress = Progress()
    try:
        site.publish(
            batch["id"], on_progress=lambda row: progress(f"Batch {row['id']}: {row['state']}")
        )
    except RateroomError:
        say(f"Batch {batch['id']} is not published. Run the same command to try again.")
        raise
    if arguments.link:
        link = site.link(
            batch["id"],
            uses=arguments.link,
            cap=arguments.each,
            key=key_of("link", batch["id"], arguments.link, arguments.each),
        )
        say(f"Link for people without an account: {link}")
