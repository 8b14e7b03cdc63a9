"""Where a person is logged in: the table of sessions, its page, and ending them."""
