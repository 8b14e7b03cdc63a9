"""The comparison of people and judges on each criterion, computed without Django."""
