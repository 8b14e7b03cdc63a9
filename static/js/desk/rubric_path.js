// Where in a rubric's YAML the cursor is, told by indentation alone, so that it works on a file that
// is not valid yet.

const KEY = /^([\w.{}-]+|"[^"]*"|'[^']*'):(?:\s+(.*))?$/;
const TEXT = /:\s+[|>][+-]?\d*\s*$/;

// The keys and list entries around line `number` (from 0), outermost first. Each has its `key` (null
// for an entry of a list) and `values`: the plain values beside what stands within it. For a blank
// line `column` is the indentation. `value` is what stands after the line's own key, or null.
export function pathAt(lines, number, column) {
  const root = { indent: -1, key: null, values: {} };
  let stack = [root];
  let found = null;
  let textIndent = null; // of the key whose text of several lines is being passed

  lines.forEach((line, index) => {
    const bare = line.trimStart();
    let indent = line.length - bare.length;
    if (textIndent !== null) {
      if (!bare || indent > textIndent) {
        if (index === number) found = { path: null, value: null };
        return;
      }
      textIndent = null;
    }
    if (!bare || bare.startsWith("#")) {
      if (index === number) found = here(stack, column, null);
      return;
    }
    let rest = bare;
    while (/^-(\s|$)/.test(rest)) {
      stack = within(stack, indent, true);
      stack = [...stack, { indent, key: null, values: {} }];
      const after = rest.slice(1).trimStart();
      indent += rest.length - after.length;
      rest = after;
    }
    const match = KEY.exec(rest);
    if (!match) {
      if (index === number) found = here(stack, indent, null);
      return;
    }
    stack = within(stack, indent, false);
    const [, key, value] = match;
    const name = key.replace(/^["']|["']$/g, "");
    stack.at(-1).values[name] = value ?? "";
    const entry = { indent, key: name, values: {} };
    if (index === number) found = { path: [...stack.slice(1), entry], value: value ?? "" };
    stack = [...stack, entry];
    if (TEXT.test(line)) textIndent = indent;
  });
  return found && { ...found, root: root.values };
}

// What is still open at `indent`: a list may stand as far in as the key that holds it.
function within(stack, indent, isEntry) {
  let open = stack;
  while (
    open.at(-1).indent > indent ||
    (open.at(-1).indent === indent && !(isEntry && open.at(-1).key !== null))
  )
    open = open.slice(0, -1);
  return open;
}

function here(stack, indent, value) {
  return { path: within(stack, indent, false).slice(1), value };
}
