"""Rules of our own that no linter brings along."""
