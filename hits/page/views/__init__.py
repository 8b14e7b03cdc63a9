"""The annotator's pages, the researcher's preview, and media."""
