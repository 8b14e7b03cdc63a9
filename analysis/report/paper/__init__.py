"""Tables for papers: their common format (`shape`), three writers (`writers`), and their
contents."""
