"""The HIT page: its content (read in one query), its form, its cached shell, and its views."""
