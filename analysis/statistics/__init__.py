"""Statistics as pure functions on arrays: they know nothing of Django, files or pages.

Most take a stack of tables, shape (draws, …), so that a bootstrap of a thousand draws is one call.
"""
