"""Pages about HITs reported as broken: annotators' reports, and researchers' decisions."""
