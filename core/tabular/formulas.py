"""The guard against formulas in CSV: an apostrophe before text that a spreadsheet would run.

Some spreadsheets take the full-width signs of East Asian keyboards for the plain ones. The
apostrophe itself is guarded too, so that taking one off again always gives what was there.
"""

GUARD = "'"
FORMULA_STARTS = "=+-@|\uff1d\uff0b\uff0d\uff20\t\r\n" + GUARD
_SQL_STARTS = f"array[{', '.join(f'chr({ord(start)})' for start in FORMULA_STARTS)}]"


def guarded(text: str) -> str:
    """`text`, with an apostrophe before it where a spreadsheet would run it as a formula."""
    return GUARD + text if text.startswith(tuple(FORMULA_STARTS)) else text


def guarded_sql(expression: str) -> str:
    """Return an SQL expression with the value of `guarded` for the text that `expression` has; null
    stays null."""
    return (
        f"case when left({expression}, 1) = any({_SQL_STARTS}) then '''' || ({expression}) else "
        f"{expression} end"
    )


def unguarded(cell: str) -> str:
    """Return the text that `guarded` or `guarded_sql` made `cell` of."""
    return cell.removeprefix(GUARD)
