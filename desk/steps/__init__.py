"""A new batch in steps: each step is a page that saves its part, and can be left and resumed."""
