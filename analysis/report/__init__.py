"""A comparison in the forms that people read: pages, tables, sentences, figures and a bundle."""
