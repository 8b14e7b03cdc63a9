"""The client is imported as the console script imports it."""

from rateroom.places import put_on_path

put_on_path()
