"""The pages for researchers, on Rateroom's own admin site. The pages call the functions of the
other apps."""
