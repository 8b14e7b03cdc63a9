"""API tokens, which act for the person who created them."""
