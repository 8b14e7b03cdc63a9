"""Messages within a batch: an annotator's thread with its researchers."""
