"""What came back: raw replies imported, read by the rubric, and stored whole."""
