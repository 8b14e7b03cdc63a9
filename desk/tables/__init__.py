"""Read-only pages about every table of the site. The pages are generated from the models, and only
superusers can open them."""
