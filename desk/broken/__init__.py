"""The pages about HITs that annotators reported as broken, with the annotators' reports and the
researcher's decision."""
