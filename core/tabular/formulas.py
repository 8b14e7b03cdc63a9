"""Protection against formulas in CSV files. An apostrophe is added before text that a spreadsheet
would run as a formula.

Some spreadsheets treat full-width signs from East Asian keyboards like the plain signs. Text that
starts with an apostrophe gets another one, so that removing one restores the original.
"""

GUARD = "'"
FORMULA_STARTS = "=+-@|\uff1d\uff0b\uff0d\uff20\t\r\n" + GUARD
_SQL_STARTS = f"array[{', '.join(f'chr({ord(start)})' for start in FORMULA_STARTS)}]"


def guarded(text: str) -> str:
    """Return `text`, with an apostrophe in front if a spreadsheet would run it as a formula."""
    return GUARD + text if text.startswith(tuple(FORMULA_STARTS)) else text


def guarded_sql(expression: str) -> str:
    """Return SQL that guards the text of `expression` as `guarded` does; null remains null."""
    return (
        f"case when left({expression}, 1) = any({_SQL_STARTS}) then '''' || ({expression}) else "
        f"{expression} end"
    )


def unguarded(cell: str) -> str:
    """Return the text that `guarded` or `guarded_sql` turned into `cell`."""
    return cell.removeprefix(GUARD)
