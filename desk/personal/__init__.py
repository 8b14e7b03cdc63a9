"""The pages that download or delete a person's identifying data."""
