"""A judge run that begins on the page of its batch."""
