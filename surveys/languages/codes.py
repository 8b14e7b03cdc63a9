"""The known languages by code, with the name and the writing direction of each language."""

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils.text import capfirst

# The codes of ISO 639-1. Django's other languages have codes with three letters.
_TWO_LETTERS = """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia
    id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo
    lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl
    ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk
    tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_KNOWN = {*_TWO_LETTERS.split(), *LANG_INFO}


def base(code: str) -> str:
    """Return the code of a language without its region or script, for example `pt` for `pt-BR`."""
    return code.lower().split("-")[0]


def is_known(code: str) -> bool:
    return base(code) in _KNOWN


def own_name(code: str) -> str:
    """Return the language's name in the language itself, for example "Deutsch". For an unknown
    language, return its code."""
    details = LANG_INFO.get(code.lower()) or LANG_INFO.get(base(code)) or {}
    return capfirst(details["name_local"]) if details else code


def direction(code: str) -> str:
    """Return `rtl` for languages written from right to left. For other languages, return `ltr`."""
    return "rtl" if {code.lower(), base(code)} & set(settings.LANGUAGES_BIDI) else "ltr"
