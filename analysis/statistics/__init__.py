"""Statistics as pure functions on arrays, independent of Django, files and pages.

Most functions take a stack of tables, shape (draws, …), so a bootstrap with a thousand draws is one
call.
"""
