"""The HIT page: its content, which one query reads, its form, its cached shell, and its views."""
