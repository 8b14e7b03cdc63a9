"""The marks' Greek letters as models write them: LaTeX, names in words, look-alikes of other
alphabets.
"""

import re

_LATEX = {"α": "alpha", "β": "beta", "ψ": "psi", "δ": "delta"}
# Only beside a number: "ß" and "a" are letters of words, too.
_ALIKE = {"α": "αΑ∝ɑаaA", "β": "βΒßϐBb", "ψ": "ψΨѱѰ", "δ": "δΔ∂∆dD"}
_NUMBER = r"[-+]?\d[\d.,/% ]{0,12}"


def greek(text: str) -> str:
    r"""`text` with `$\alpha$85$\alpha$`, `\(\alpha\)`, `alpha85alpha` and look-alikes around a
    number made `α85α`."""
    for letter, name in _LATEX.items():
        text = re.sub(
            rf"(?:\$|\\\()?\{{?\\{name}(?![a-z])[ ]?\}}?(?:\$|\\\)|(?={_NUMBER}))?",
            letter,
            text,
            flags=re.IGNORECASE,
        )
        marked = re.search(rf"{letter}[ ]?{_NUMBER}{letter}", text)
        letters = (
            re.sub("[a-zA-Z]", "", _ALIKE[letter]) if marked else _ALIKE[letter]
        )  # "B2B" is not a mark next to β70β
        alike = rf"(?:[{letters}]|\[?\b{name}\b\]?|\b{name}(?=[-+\d])|(?<=\d){name}\b)"
        # "a 90" is an article and a number; so is "62, a" before another word.
        closing = rf"(?:(?<! )|(?![a-zA-Z])){alike}(?![^\W\d_])"
        pair = rf"(?<![^\W\d_])(?![a-zA-Z] ){alike}[ ]?({_NUMBER}){closing}"
        text = re.sub(pair, rf"{letter}\1{letter}", text, flags=re.IGNORECASE)
        text = re.sub(rf"{letter}{{2,}}", letter, text)
        text = re.sub(rf"{letter}[ ]?\$|\$[ ]?{letter}", letter, text)
    return text
