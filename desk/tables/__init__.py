"""Every table of the site, read-only, for superusers: generated from the models."""
