"""Keys derived from the site's secret key, and what is encrypted with them."""
