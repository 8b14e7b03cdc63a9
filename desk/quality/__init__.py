"""The pages about quality: checks, training, qualifications, rules, and the study plan."""
