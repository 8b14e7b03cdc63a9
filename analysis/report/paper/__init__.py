"""Tables for papers: the common format (`shape`), three writers (`writers`), and the contents."""
