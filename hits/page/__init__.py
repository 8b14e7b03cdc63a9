"""The HIT page: what it shows, read in one statement, its form, its cached shell, what was seen."""
