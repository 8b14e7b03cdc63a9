"""Pages to download or delete a person's data."""
