"""Pages about datasets: the lists of datasets and imports, uploads, and a dataset's page."""
