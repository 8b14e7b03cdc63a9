"""The steps that create a batch. Each step is a page that saves its settings, and the steps can be
left and resumed."""
