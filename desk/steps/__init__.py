"""The steps that create a batch. Each step is a page that saves its own settings, so people can
stop and continue later."""
