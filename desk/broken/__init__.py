"""The pages about HITs that annotators reported as broken: their reports, and the decision."""
