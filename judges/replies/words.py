"""Codes of problems with a reply, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, str | Promise] = {
    # Refused.
    "empty_response": _("an empty reply"),
    "refusal": _("the judge declined"),
    "upstream_error": _("no reply: the service failed"),
    "truncated": _("the reply breaks off"),
    "invalid_json": _("JSON that cannot be read"),
    "missing_section": _("a part is missing"),
    "missing_criterion": _("a score is missing"),
    "unknown_key": _("a part that was not asked for"),
    "duplicate_key": _("two scores that differ"),
    "not_a_number": _("words where a number was asked for"),
    "not_integer": _("a score between two steps"),
    "out_of_range": _("a score beyond the scale"),
    "scale_mismatch": _("a score on another scale"),
    "ambiguous_score": _("two scores that differ"),
    "score_in_doubt": _("words that may withdraw a score"),
    "marker_mismatch": _("a score under another name"),
    "label_mismatch": _("a score under another name"),
    # Read, with a warning.
    "encoding_repaired": _("its encoding was repaired"),
    "json_repaired": _("its JSON was repaired"),
    "extra_text": _("words outside the form"),
    "section_order": _("parts in another order"),
    "duplicate_block": _("the same part twice"),
    "marker_missing": _("a score without its mark"),
    "other_layout": _("scores in another layout"),
    "positional_keys": _("entries called by their number"),
    "total_mismatch": _("a total that is not the sum"),
    "missing_reasons": _("a reason is missing"),
    "text_shortened": _("a text that was shortened"),
    "closed_section": _("an answer to a section that was not asked"),
    "contradiction": _("a reason or preference against its scores"),
}


def in_words(code: str) -> str:
    """Return the meaning of the code; for a code of a custom format, the code with spaces."""
    return str(WORDS.get(code.partition(":")[0], code.replace("_", " ")))
