"""People at human speed while the site is backed up, restarted in turn, and loses its database."""
