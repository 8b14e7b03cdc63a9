"""The comparison of the database after a chaos run with the responses that annotators received."""

import json
from collections import Counter
from typing import Any

from benchmarks.chaos.annotators import Annotator
from benchmarks.chaos.site import Site


def outcome(site: Site, annotators: list[Annotator]) -> dict[str, object]:
    """Compare the database with the confirmations to annotators, and count the differences."""
    from django.urls import reverse

    from hits.models import Assignment
    from hits.states import ANSWERED

    acknowledged = {
        address for annotator in annotators for address, _began in annotator.acknowledged
    }
    answered = list(
        Assignment.objects.filter(state__in=ANSWERED).values_list("pk", "hit_id", "annotator_id")
    )
    stored = {reverse("assignment", args=[pk]) for pk, _hit, _person in answered}
    by_person = Counter((hit, person) for _pk, hit, person in answered)
    report = json.loads(site.run("verify", "--media", "--json").stdout)
    count = {check["name"]: check["count"] for check in report["checks"]}
    return {
        "acknowledged": len(acknowledged),
        "acknowledged_twice": sum(len(annotator.acknowledged) for annotator in annotators)
        - len(acknowledged),
        "found": len(acknowledged & stored),
        "stored_without_acknowledgement": len(stored - acknowledged),
        "doubled": sum(number - 1 for number in by_person.values()),
        "over_assigned": count["over_assigned"],
        "money_differences": int(
            site.run("reconcile").stdout.splitlines()[-1].split(", ")[1].split(" ")[0]
        ),
        "verify_broken": [
            one["name"] for one in report["checks"] if one["count"] and one["level"] == "error"
        ],
        "verify_warnings": {one["name"]: one["count"] for one in report["checks"] if one["count"]},
        "trouble": dict(sum((annotator.trouble for annotator in annotators), Counter())),
    }


def sound(result: dict[str, Any]) -> bool:
    zero = ("doubled", "over_assigned", "money_differences", "acknowledged_twice")
    whole = result["acknowledged"] == result["found"] > 0 and not result["verify_broken"]
    return whole and not any(result[name] for name in zero) and "form lost" not in result["trouble"]
