"""The HIT page: its content (read in one statement), its form, its cached shell, and its views."""
