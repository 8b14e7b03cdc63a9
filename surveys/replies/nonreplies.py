"""What came instead of a reply: nothing, a refusal, an error of the service.

Asked only where no score was found, so that a reply whose reasons speak of errors or sorrow is read
like any other.
"""

import re

from surveys.replies.base import ReplyError

QUOTED = 80  # letters of a reply that is not one
SCAN = 400  # a refusal or an error page says so at its beginning

_NOTHING = re.compile(r"[\s\"'`]*(?:null|none|nan|undefined)?[\s\"'`.]*", re.IGNORECASE)
_ABLE = (
    r"(?:can(?:no|')t|can not|could(?: not|n't)|won't|will not|am unable|'m unable|am not able|"
    r"'m not able)"
)
_DEED = (
    r"(?:assist|help|evaluat|rat(?:e|ing)\b|scor|judg|provid|compl|fulfil|view|access|process|"
    r"compar|do (?:that|this)|continu|answer|determin|giv|analy[sz]|review|perform|identif|describ|"
    r"engag|discuss|open|watch|see (?:the|any|an|this|that)\b(?: \w+)? ?(?:image|video|picture|"
    r"photo))"
)
_REFUSAL = re.compile(
    rf"\bI(?:'m| am) (?:very |so |really )?sorry\b|\bI apologi[sz]e\b|"
    rf"^sorry\b(?!,? the (?:server|service|model))|^unfortunately, I\b|"
    rf"\bI(?: |')?{_ABLE} (?:to )?(?:\w+ )?{_DEED}|\bI must decline\b|"
    r"\bI (?:have to|need to) decline\b|\bas an? (?:AI|(?:large )?language model)\b|\bunable to "
    r"(?:view|see|assist|access|process|evaluate|comply)\b|\bno (?:image|video|caption) (?:was |"
    r"is |has been )?(?:provided|attached|visible)|\b(?:no|isn't an?y?) (?:image|video|picture|"
    r"photo)\b[^.\n]{0,40}\b(?:attached|provided|included|uploaded|shared)\b|\b(?:image|video|"
    r"picture|photo) (?:did not|didn't|does not|doesn't|has not|hasn't) (?:seem to )?(?:come|load|"
    r"upload|attach|appear)|\b(?:not|don't feel) comfortable\b|\bI(?:'d| would) rather not\b|"
    r"\bviolat\w+ (?:my|our|the) [\w ]{0,20}(?:guideline|polic)|\bI refuse to\b|^(?:could you |"
    r"can you )?please (?:provide|upload|share|attach)\b|\bI (?:do not|don't) (?:have (?:access|"
    r"the ability|the capability)|see (?:an|any) (?:image|video))|^(?:es tut mir leid|tut mir "
    r"leid|entschuldigung|leider|ich kann (?:\w+ ){0,4}nicht|lo siento|lamento|no puedo|je "
    r"(?:suis|regrette)[ ,]+désolée?|désolée?\b|je ne (?:peux|puis|suis)|mi dispiace|non posso|"
    r"desculpe|sinto muito|não posso|het spijt me|helaas|przepraszam|przykro mi|niestety|üzgünüm|"
    r"maalesef|xin lỗi|maaf\b|извините|простите|к сожалению|я не могу|вибачте|на жаль|عذر|آسف|"
    r"أعتذر|لا (?:أستطيع|يمكنني)|क्षमा|मुझे खेद|माफ|"
    r"抱歉|很抱歉|非常抱歉|对不起|對不起|我(?:无法|不能|無法)|作为(?:一个|一名)?(?:AI|人工智能)|申し訳|すみません|ごめん|恐れ入り|죄송|미안)",
    re.IGNORECASE,
)
_ERROR_OBJECT = re.compile(
    r'[\[\s]*\{\s*[\'"](?:error|errors|detail|fault|exception)[\'"]\s*:|'
    r'\s*\{\s*[\'"]type[\'"]\s*:\s*[\'"]error[\'"]|'
    r'\s*\{\s*[\'"](?:message|code|status|statusCode|request_id)[\'"]\s*:',
    re.IGNORECASE,
)
_ERROR_PAGE = re.compile(
    r"\s*(?:<!doctype|<html|<head|<title|<\?xml|<error\b|<center|<h1>)", re.IGNORECASE
)
_ERROR_WORDS = re.compile(
    r"rate.?limit|too many requests|internal server error|bad gateway|service (?:is "
    r")?(?:temporarily )?unavailable|gateway time-?out|overloaded|upstream (?:connect|request|"
    r"prematurely)|quota exceeded|exceeded your current quota|(?:request|connection|operation|"
    r"read) (?:has )?timed? ?-?out|timeouterror|(?:stream|read) ?timeout|no healthy upstream|"
    r"^error code:? ?\d|connection (?:error|refused|reset)|\b(?:http|error|status)(?: error| code|"
    r" status)*:? ?(?:code:? )?[45]\d\d\b|^[45]\d\d\b(?=\W+[a-z])|api ?(?:connection|"
    r"status)?error|maximum context length|context.length.exceeded|traceback \(most recent|the "
    r"server had an error|content.filter|content management policy|^an? (?:unexpected )?error "
    r"(?:has )?occurred|invalid api key|insufficient.quota",
    re.IGNORECASE,
)
_WORDS_WITHIN = 160


def refuse_empty(text: str) -> None:
    """Raise ReplyError for a reply that says nothing."""
    if _NOTHING.fullmatch(text[: SCAN + 1]):
        raise ReplyError("empty_response", "The reply is empty.")


def absent(text: str, code: str, what: str, *, where: str, has_answers: bool = False) -> ReplyError:
    """Return the error `code`, or what a reply without answers says instead of them."""
    if has_answers:
        return ReplyError(code, what, where=where)
    return instead(text) or ReplyError(code, what, where=where)


def instead(text: str) -> ReplyError | None:
    """Return the error for a text that explains a missing reply; None for any other text."""
    start = text.strip()[:SCAN].replace("’", "'")
    refusal, words = _REFUSAL.search(start), _ERROR_WORDS.search(start[:_WORDS_WITHIN])
    is_error = words and not (refusal and refusal.start() < words.start())
    if is_error or _ERROR_OBJECT.match(start) or _ERROR_PAGE.match(start):
        what = f"The service sent an error instead of a reply: {_quoted(start)}"
        return ReplyError("upstream_error", what)
    if refusal:
        return ReplyError("refusal", f"The judge declined: {_quoted(start)}")
    return None


def _quoted(text: str) -> str:
    """Return its beginning as the end of a sentence: with one full stop, and no word cut in two."""
    plain = " ".join(text.split())
    if len(plain) > QUOTED:
        cut = plain[:QUOTED]
        plain = (cut.rpartition(" ")[0] or cut) + " …"
    return f"“{plain}”" if plain.endswith((".", "!", "?", "…")) else f"“{plain}”."
