"""Descriptions of the error codes of judges' replies."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, str | Promise] = {
    # Replies that were refused.
    "empty_response": _("an empty reply"),
    "refusal": _("the judge declined"),
    "upstream_error": _("no reply: the service failed"),
    "truncated": _("the reply is cut off"),
    "invalid_json": _("invalid JSON"),
    "missing_section": _("a section is missing"),
    "missing_criterion": _("a score is missing"),
    "unknown_key": _("an answer that was not requested"),
    "duplicate_key": _("two different scores"),
    "not_a_number": _("text instead of a number"),
    "not_integer": _("a score between two steps of the scale"),
    "out_of_range": _("a score outside the scale"),
    "scale_mismatch": _("a score on a different scale"),
    "ambiguous_score": _("two different scores"),
    "score_in_doubt": _("text that could withdraw a score"),
    "marker_mismatch": _("a score under a different name"),
    "label_mismatch": _("a score under a different name"),
    # Replies that were read with a warning.
    "encoding_repaired": _("repaired encoding"),
    "json_repaired": _("repaired JSON"),
    "extra_text": _("text outside the requested format"),
    "section_order": _("sections in a different order"),
    "duplicate_block": _("a section that appears twice"),
    "marker_missing": _("a score without the requested mark"),
    "other_layout": _("scores in a different layout"),
    "positional_keys": _("entries with numbers instead of names"),
    "total_mismatch": _("a total that does not match the scores"),
    "missing_reasons": _("a reason is missing"),
    "text_shortened": _("a text that was shortened"),
    "closed_section": _("an answer to a section that did not apply"),
    "contradiction": _("a reason or preference that contradicts its scores"),
}


def in_words(code: str) -> str:
    """Return the description of the error code. For the codes of a custom reply format, return the
    code with spaces instead of underscores."""
    return str(WORDS.get(code.partition(":")[0], code.replace("_", " ")))
