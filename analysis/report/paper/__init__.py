"""Tables for papers: the common format (`shape`), the three writers (`writers`), and the contents
of each table."""
