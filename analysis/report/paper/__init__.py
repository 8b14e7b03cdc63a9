"""Tables for papers: one shape (`shape`), three writers (`writers`), and what is in them."""
