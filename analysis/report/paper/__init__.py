"""Tables for papers: one format (`shape`), three writers (`writers`), and their contents."""
