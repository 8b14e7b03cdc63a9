"""Forms of a comparison for readers: pages, tables, sentences, figures and a bundle."""
