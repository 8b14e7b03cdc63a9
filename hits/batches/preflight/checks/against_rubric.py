"""Checks for outputs in the wrong language, and for fields of the rubric that no item has."""

import re
from collections import Counter
from hashlib import md5

from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.sql import load
from hits.batches.preflight.base import SQL, Check, Finding
from hits.models import Batch
from surveys.languages.codes import base, own_name

LOOKED_AT = 200  # outputs that the check reads
LEAST_WORDS = 20  # known words of a language that the check needs to recognise it
LEAST_SHARE = 0.6  # share of the words known in any language
# Words that are in most sentences of a language, but not in the other languages here.
COMMON = {
    "de": "der und nicht ist ein eine einem einen mit auf für von sich auch wird sind dem zu",
    "en": "the and is are with this that of to it was has from at which there their by on",
    "es": "el los las una y es con para por que del se su más como está son muy pero",
    "fr": "le les une et est avec pour dans des du qui sur pas plus au sont cette il elle",
    "it": "il gli che è con per di della una sono nel non più anche alla questo degli lo",
    "nl": "het een van en is niet met op voor dat zijn aan ook wordt naar bij deze maar",
    "pt": "os uma e é com para não por do da que em no na são mais ao dos pelo muito",
}
_LANGUAGES = {
    word: [code for code, words in COMMON.items() if word in words.split()]
    for word in " ".join(COMMON.values()).split()
}


def language_of(texts: list[str]) -> str:
    """Return the language of most of the words, or "" if there are too few words or the language is
    not clear."""
    counts = Counter(
        _LANGUAGES[word][0]
        for text in texts
        for word in re.findall(r"\w+", text.lower())
        if len(_LANGUAGES.get(word, ())) == 1
    )
    if not counts:
        return ""
    [(code, number)] = counts.most_common(1)
    return code if number >= max(LEAST_WORDS, LEAST_SHARE * counts.total()) else ""


class OtherLanguage(Check):
    """A check for outputs that are not in the batch's language or, if the batch has none, in the
    rubric's. Only the first outputs are checked."""

    name = "other_language"

    def check(self, cursor: CursorWrapper, batch: Batch) -> Finding | None:
        cursor.execute(load(SQL, "texts"), {"most": LOOKED_AT})
        texts = [text for (text,) in cursor.fetchall()]
        code = language_of(texts)
        rubric = batch.rubric_version.spec
        languages = [batch.language] if batch.language else rubric.languages
        if not code or code in map(base, languages):
            return None
        names = f"{own_name(code)}: {', '.join(map(own_name, languages))}"
        return Finding(
            check=self.name,
            rows=len(texts),
            items=0,
            fingerprint=md5(names.encode(), usedforsecurity=False).hexdigest(),
            may_leave_out=False,
            about=names,
        )

    def words(self, finding: Finding) -> tuple[str, str]:
        own, _colon, languages = str(finding.about).partition(": ")
        title = _("The outputs are in %(language)s, but the rubric is not")
        text = _("The rubric is written in: %(languages)s. Translate it, or choose another rubric.")
        return title % {"language": own}, text % {"languages": languages}


class UnfilledFields(Check):
    """A check for fields of the rubric that are empty in every item. If the rubric requires such a
    field, the batch cannot be published."""

    name = "unfilled_fields"

    def check(self, cursor: CursorWrapper, batch: Batch) -> Finding | None:
        cursor.execute(load(SQL, "names"))
        names = {name for (name,) in cursor.fetchall()}
        blank = [need for need in batch.rubric_version.spec.fields() if need.name not in names]
        if not blank:
            return None
        listed = ", ".join(need.name for need in blank)
        return Finding(
            check=self.name,
            rows=len(blank),
            items=0,
            fingerprint=md5(listed.encode(), usedforsecurity=False).hexdigest(),
            must=any(need.required for need in blank),
            may_leave_out=False,
            about=listed,
        )

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "The rubric shows a field that is blank for every item: %(fields)s",
            "The rubric shows fields that are blank for every item: %(fields)s",
            finding.rows,
        )
        return title % {"fields": finding.about}, _(
            "Annotators will see a blank space in place of each blank field."
        )
