"""Read-only pages about all tables of the site, generated from the models. Only superusers can open
them."""
