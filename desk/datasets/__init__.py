"""Datasets on the desk: lists of datasets and imports, uploads, and a dataset's page."""
