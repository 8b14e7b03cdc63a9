"""What the site keeps about a person: what each app has of it, all of it as one file, and its
erasure."""
