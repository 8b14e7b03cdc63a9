"""Protection against formulas in CSV files. Text that a spreadsheet would run as a formula gets an
apostrophe in front.

Some spreadsheets treat full-width signs from East Asian keyboards like the plain signs. Text that
already starts with an apostrophe gets another one, so that removing one restores the original.
"""

GUARD = "'"
FORMULA_STARTS = "=+-@|\uff1d\uff0b\uff0d\uff20\t\r\n" + GUARD
_SQL_STARTS = f"array[{', '.join(f'chr({ord(start)})' for start in FORMULA_STARTS)}]"


def guarded(text: str) -> str:
    """Return `text` with an apostrophe in front if it could be a formula or starts with an
    apostrophe. Otherwise, return `text` unchanged."""
    return GUARD + text if text.startswith(tuple(FORMULA_STARTS)) else text


def guarded_sql(expression: str) -> str:
    """Return SQL that does the same as `guarded` for the text of `expression`. Null remains
    null."""
    return (
        f"case when left({expression}, 1) = any({_SQL_STARTS}) then '''' || ({expression}) else "
        f"{expression} end"
    )


def unguarded(cell: str) -> str:
    """Return the original text of a cell that `guarded` or `guarded_sql` wrote."""
    return cell.removeprefix(GUARD)
