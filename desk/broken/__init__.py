"""HITs that annotators reported as broken: the reports, and the decision."""
