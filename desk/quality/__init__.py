"""Pages about quality: checks, training, qualifications, exclusion rules and the study plan."""
