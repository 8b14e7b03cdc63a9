"""The queue, which assigns HITs to annotators and accepts their answers."""
