"""The locked rules of a batch, as a text that is hashed at publication. Anyone who has the text can
compute its hash: the SHA-256 of its UTF-8 bytes. The text is JSON with sorted keys and an indent of
two, without a newline at the end."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch, DeclaredRule, Hypothesis, JudgeMargin, RulePlan

FORMAT = "rateroom-rules-1"
STATED = ("text", "size_reason", "criterion", "system", "expected", "against", "margin")


def declaration(batch: Batch) -> str:
    """Return the text that publishing hashes: the rubric, systems, pairing, sample and checks, and
    then all declared rules in order. The judge margin and the hypothesis follow if they are set."""
    rubric = batch.rubric_version
    text: dict[str, Any] = {
        "format": FORMAT,
        "rubric": {"name": rubric.rubric.name, "sha256": rubric.sha256},
        "dataset": batch.dataset.name,
        "systems": sorted(batch.systems.values_list("name", flat=True)),
        "pairing": _pairing(batch),
        "sample": _sample(batch),
        "annotators_per_hit": batch.annotators_per_hit,
        "overlap": {"percent": batch.overlap_percent, "annotators": batch.overlap_annotators},
        "checks": _checks(batch),
        "rules": [
            {"does": rule.effect, "rule": rule.name, "number": rule.number, "written": rule.written}
            for rule in DeclaredRule.objects.filter(batch=batch)
        ],
    }
    margin = JudgeMargin.objects.filter(batch=batch).first()
    if margin is not None:
        text["judge_margin"] = f"{margin.margin:f}"
    hypothesis = Hypothesis.objects.filter(batch=batch).first()
    if hypothesis is not None:
        text["hypothesis"] = in_declaration(hypothesis)
    return json.dumps(text, sort_keys=True, indent=2, ensure_ascii=False)


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check_comparison(
    batch: Batch, hypothesis: Hypothesis, *, among: Collection[str] | None = None
) -> None:
    """Raise RateroomError if the batch does not have the hypothesis's systems or its criterion. If
    `among` is given, the criterion must be in `among`."""
    keys = {each.key for each in batch.rubric_version.spec.criteria} if among is None else among
    names = set(batch.systems.values_list("name", flat=True))
    lacking = {hypothesis.criterion}.difference(keys) or {
        hypothesis.system,
        hypothesis.against,
    } - names
    if lacking:
        raise RateroomError(
            _("The study plan uses “%(name)s”, which this batch does not have.")
            % {"name": min(lacking)},
            where=_("Study plan"),
            remedy=_("Change the primary comparison."),
        )


def in_declaration(hypothesis: Hypothesis) -> dict[str, str | None]:
    """Return the fields of the hypothesis by name, as in the hashed text."""
    margin = None if hypothesis.margin is None else f"{hypothesis.margin:f}"
    return {name: getattr(hypothesis, name) for name in STATED} | {"margin": margin}


def _sample(batch: Batch) -> dict[str, object]:
    """Return the settings that determine the sample. A list of item ids is replaced with its
    hash."""
    fraction = batch.sample_fraction
    return {
        "rule": batch.sample_rule,
        "count": batch.sample_count,
        "fraction": None if fraction is None else f"{fraction:f}",
        "listed": None if batch.sample_ids is None else sha256_of("\n".join(batch.sample_ids)),
        "stratify_by": batch.stratify_by,
        "seed": batch.seed,
    }


def _pairing(batch: Batch) -> dict[str, object]:
    reference = batch.pairing_reference
    return {
        "rule": batch.pairing,
        "reference": reference.name if reference else None,
        "pairs_per_item": batch.pairs_per_item,
    }


def _checks(batch: Batch) -> dict[str, object]:
    return {
        "gold_percent": batch.gold_percent,
        "retest_percent": batch.retest_percent,
        "first_checks": batch.first_checks,
        "retest_distance": batch.retest_distance,
        "gold": dict(Counter(batch.gold_keys.values_list("kind", flat=True))),
    }


def freeze_rules(batch: Batch) -> RulePlan:
    """Store the draft's rules as a text with its hash. Call this in the transaction that publishes
    the draft. Raises RateroomError if the draft no longer has the systems or the criterion of its
    hypothesis."""
    hypothesis = Hypothesis.objects.filter(batch=batch).first()
    if hypothesis is not None and hypothesis.system:
        check_comparison(batch, hypothesis)
    text = declaration(batch)
    return RulePlan.objects.create(batch=batch, text=text, sha256=sha256_of(text))


def thaw_rules(batch_id: int) -> None:
    """Delete the stored rules and hash of a batch that becomes a draft again."""
    RulePlan.objects.filter(batch=batch_id).delete()
