"""What a researcher fills in about sittings: their price, from which the HIT's follows."""

from decimal import ROUND_DOWN, Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _

CENT = Decimal("0.01")


def clean_sitting(form: forms.BaseForm, cleaned: dict[str, Any]) -> None:
    """Set a HIT's reward from the sitting's, and blank what sittings put in place of others."""
    cleaned |= {
        "cap_per_annotator": None,
        "code_after": None,
        "sitting_paid_from": cleaned.get("sitting_paid_from") or 1,
        "most_sittings": cleaned.get("most_sittings") or 1,
    }
    hits, whole = cleaned.get("sitting_hits"), cleaned.get("sitting_reward")
    for name in ("sitting_hits", "sitting_reward"):
        if cleaned.get(name) is None and name not in form.errors:
            form.add_error(name, form.fields["title"].error_messages["required"])
    if not hits or whole is None:
        return
    reward = (whole / hits).quantize(CENT, ROUND_DOWN)
    if reward * hits == whole:
        cleaned["reward"] = reward
        return
    form.add_error(
        "sitting_reward",
        _(
            "For %(hits)d HITs that is no whole number of cents each. Take %(less)s or %(more)s, "
            "or another number of HITs."
        )
        % {"hits": hits, "less": reward * hits, "more": (reward + CENT) * hits},
    )
