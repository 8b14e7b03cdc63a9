"""Mail notices: one module for each kind, which says whom it is for and in which words; `sending`
stores and mails them."""
