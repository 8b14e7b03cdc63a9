"""A comparison in the forms in which people read it: pages, tables, sentences, figures and a
bundle."""
