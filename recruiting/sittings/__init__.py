"""Work by the sitting, whoever sends its people: begun, ended, paid as stated."""
