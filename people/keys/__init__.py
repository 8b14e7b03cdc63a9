"""Keys derived from the site's secret key, and encryption with them."""
