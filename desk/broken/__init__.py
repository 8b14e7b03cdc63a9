"""The pages about HITs reported as broken: annotators' reports and the researcher's decision."""
