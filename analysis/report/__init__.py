"""What a reader gets of a comparison: pages, tables, sentences, figures and a bundle."""
