"""A method for each operation of the API, a file for each subject, written by `make client`."""
