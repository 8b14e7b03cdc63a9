"""A comparison in its forms for readers: pages, tables, sentences, figures and a bundle."""
