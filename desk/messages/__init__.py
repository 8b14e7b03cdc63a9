"""What annotators write to researchers, and answering them."""
