"""Messages within a batch: each annotator has a thread with its researchers."""
