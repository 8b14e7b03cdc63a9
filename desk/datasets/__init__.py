"""Datasets on the desk: the lists of them and of their imports, uploads, and a dataset's page."""
