"""What `hits` keeps about a person: their work as tables, and what an erasure does to it."""
