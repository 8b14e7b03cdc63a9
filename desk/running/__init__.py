"""The page of a batch that is published: what goes on in it, while it goes on."""
