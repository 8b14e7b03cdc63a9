"""Draws the demo's pictures and clips, and the pictures of the image-paragraph rubric's
examples."""
