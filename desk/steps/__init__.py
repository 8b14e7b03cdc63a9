"""A new batch in steps: each is a page that saves what it asks, and can be left and come back
to."""
