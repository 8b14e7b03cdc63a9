"""The steps that create a batch. Each step is a page that saves its settings. You can leave the
steps and resume them later."""
