"""Views for the annotator's pages, the researcher's preview, and downloads of responses."""
