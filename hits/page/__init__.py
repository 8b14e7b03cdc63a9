"""The HIT page: content (read in one statement), form, cached shell, viewing records."""
