"""Work by the sitting, for people from any source: begun, ended, paid as stated."""
