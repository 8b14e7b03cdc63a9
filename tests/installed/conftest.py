"""A setup that imports the client as the console script does."""

from rateroom.places import put_on_path

put_on_path()
