"""A comparison in forms for readers: pages, tables, sentences, figures and a bundle."""
