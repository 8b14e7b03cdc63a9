"""Codes of problems with a reply, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, str | Promise] = {
    # Refused.
    "empty_response": _("an empty reply"),
    "refusal": _("the judge declined"),
    "upstream_error": _("no reply: the service failed"),
    "truncated": _("the reply is cut off"),
    "invalid_json": _("unreadable JSON"),
    "missing_section": _("a part is missing"),
    "missing_criterion": _("a score is missing"),
    "unknown_key": _("a part that was not asked for"),
    "duplicate_key": _("two scores that differ"),
    "not_a_number": _("text instead of a number"),
    "not_integer": _("a score between two steps"),
    "out_of_range": _("a score beyond the scale"),
    "scale_mismatch": _("a score on another scale"),
    "ambiguous_score": _("two scores that differ"),
    "score_in_doubt": _("text that may retract a score"),
    "marker_mismatch": _("a score under another name"),
    "label_mismatch": _("a score under another name"),
    # Read, with a warning.
    "encoding_repaired": _("repaired encoding"),
    "json_repaired": _("repaired JSON"),
    "extra_text": _("text outside the requested format"),
    "section_order": _("parts in another order"),
    "duplicate_block": _("the same part twice"),
    "marker_missing": _("a score without its mark"),
    "other_layout": _("scores in another layout"),
    "positional_keys": _("entries identified by number"),
    "total_mismatch": _("a total that is not the sum"),
    "missing_reasons": _("a reason is missing"),
    "text_shortened": _("a shortened text"),
    "closed_section": _("an answer to a section that was not asked"),
    "contradiction": _("a reason or preference that contradicts its scores"),
}


def in_words(code: str) -> str:
    """Return the meaning of the code; for a code of a custom format, the code with spaces."""
    return str(WORDS.get(code.partition(":")[0], code.replace("_", " ")))
