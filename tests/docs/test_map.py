"""The map of modules is what the modules say of themselves."""

from tools.module_map import first_line, modules


def test_a_modules_first_line_is_a_sentence():
    lines = {module: first_line(module) for module in modules()}
    assert len(lines) > 1000
    assert {module: line for module, line in lines.items() if line[-1:] != "."} == {}, (
        "Say in the docstring's first sentence what the module is for."
    )
