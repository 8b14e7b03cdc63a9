"""HITs that annotators reported as broken: which, what they say, and the decision."""
