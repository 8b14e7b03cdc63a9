"""Readers for other tools' files, one per format, all found automatically in `formats`."""
