"""Check a judge's certificate against its current replies, and print the reasons. The exit code is
0 if the judge passes, 2 if it is refused, and 1 if the check could not decide."""

import argparse
import json
from pathlib import Path

from rateroom_client.asking import Row

from rateroom.connection import add_connection, connect
from rateroom.console import Failed, require_file, result, say

CODES = {"passed": 0, "refused": 2, "undecided": 1}
UNSTATED = (
    "The replies have no values in the column {}, so it was not compared with the certificate."
)
LIMITS = {
    "margin": "the margin for judges, if none was set before publishing",
    "alpha": "the probability of a false alarm over all tests (default: 0.05)",
    "power": "the power required to detect --distance and --shift (default: 0.8)",
    "distance": "the distance below the agreement's bound that must be detectable (default: 0.1)",
    "shift": "the score shift that must be detectable, in standard deviations (default: 0.25)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", type=Path, help="the file certificate-….json of a report")
    parser.add_argument("replies", type=Path, help="the judge's raw replies (item, system, reply)")
    parser.add_argument(
        "--on",
        type=int,
        metavar="BATCH",
        help="the batch that the replies are about (default: the certificate's batch)",
    )
    parser.add_argument(
        "--drift-only",
        action="store_true",
        help="test only for drift, not for agreement with new ratings by people",
    )
    for name, words in LIMITS.items():
        parser.add_argument(f"--{name}", type=float, metavar="NUMBER", help=words)
    add_connection(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the judge's replies, and print the outcome and its reasons. Return the exit code for
    the outcome."""
    batch = _batch_of(arguments.certificate)
    require_file(arguments.replies, "Enter the path of the judge's replies.")
    limits = {name: getattr(arguments, name) for name in (*LIMITS, "on")}
    limits = {name: value for name, value in limits.items() if value is not None}
    site = connect(arguments)
    outcome = site.check_certificate(
        batch,
        arguments.certificate,
        arguments.replies,
        labels=not arguments.drift_only,
        **limits,
    )
    result(outcome["outcome"])
    for reason in outcome["reasons"]:
        result(f"- {reason}")
    for line in _tested(outcome):
        say(line)
    return CODES[outcome["outcome"]]


def _batch_of(certificate: Path) -> int:
    """Return the batch id in a certificate. The site checks everything else. Raises Failed if the
    file has no valid id."""
    try:
        batch_id = json.loads(certificate.read_text(encoding="utf-8"))["batch"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        batch_id = None
    if not isinstance(batch_id, int) or batch_id < 1:
        raise Failed(
            f"{certificate} is not a certificate.\nDownload the certificate again from the report."
        )
    return batch_id


def _tested(outcome: Row) -> list[str]:
    """Return the results of the tests as lines of text."""
    lines = [UNSTATED.format(name) for name in outcome["unstated"]]
    if drift := outcome.get("drift"):
        which = "the same items" if drift["paired"] else "different items, compared by distribution"
        lines.append(
            f"Drift: {drift['items']} items ({which}), p = {drift['p']:.3f}, "
            f"power {drift['power']:.2f}."
        )
    for each in outcome.get("agreement", []):
        title, difference = outcome["titles"][each["criterion"]], each["difference"]
        if each["p"] is None:
            lines.append(f"{title}: {difference['reason'] or 'no test'}.")
            continue
        lines.append(
            f"{title}: agreement {difference['value']:+.2f} compared with people, "
            f"{each['items']} items, p = {each['p']:.3f}, power {each['power']:.2f}."
        )
    return lines
