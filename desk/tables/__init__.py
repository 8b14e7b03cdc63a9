"""Read-only pages about every table of the site, for superusers, generated from the models."""
