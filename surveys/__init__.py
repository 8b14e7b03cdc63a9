"""The rubric language, and everything that is derived from a rubric: the page, the checks of
answers, prompts, the parsing of judges' replies, and columns of exports."""
