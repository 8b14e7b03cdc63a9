"""The comparison of people and judges by criterion, without Django."""
