// Completion in the rubric editor: the keys and values that the schema allows where the cursor is.
import { pathAt } from "./rubric_path.js";

// A source of completions for CodeMirror from the JSON Schema of the rubric language.
export function completeFrom(schema) {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const word = /[\w.-]*$/.exec(before)[0];
    if (!word && !context.explicit && !/(^\s*(- )*|: )$/.test(before)) return null;
    const lines = context.state.doc.toString().split("\n");
    // The word that is being typed is left out, so that it reads as a place for one.
    const bare = before.slice(0, before.length - word.length);
    lines[line.number - 1] = bare;
    const place = pathAt(lines, line.number - 1, bare.length);
    if (!place?.path) return null;
    const root = { ...schema, values: place.root };
    const open = follow(schema, root, place.path);
    const last = place.path.at(-1)?.values ?? place.root;
    const options = /:\s+$/.test(bare) ? values(open) : keys(schema, open, last);
    if (!options.length) return null;
    return { from: context.pos - word.length, options, validFor: /^[\w.-]*$/ };
  };
}

// The schemas that hold for what stands within the path.
function follow(schema, root, path) {
  let open = chosen(schema, root, root.values);
  for (const { key, values: siblings } of path) {
    open = open
      .flatMap((part) => (key === null ? [part.items] : child(part, key)))
      .filter(Boolean)
      .flatMap((part) => chosen(schema, part, siblings));
  }
  return open;
}

function child(part, key) {
  if (part.properties?.[key]) return [part.properties[key]];
  const named = Object.entries(part.patternProperties ?? {}).filter(([pattern]) =>
    new RegExp(pattern, "u").test(key),
  );
  if (named.length) return named.map(([, found]) => found);
  return typeof part.additionalProperties === "object" ? [part.additionalProperties] : [];
}

// A schema without references and alternatives: those whose fixed values agree with what is there.
function chosen(schema, part, siblings) {
  if (part.$ref) return chosen(schema, schema.$defs[part.$ref.split("/").at(-1)], siblings);
  const several = part.anyOf ?? part.oneOf;
  if (!several) return agrees(part, siblings) ? [part] : [];
  return several.flatMap((one) => chosen(schema, one, siblings));
}

function agrees(part, siblings) {
  return Object.entries(part.properties ?? {}).every(
    ([name, { const: fixed }]) =>
      fixed === undefined || !siblings[name] || siblings[name].trim() === String(fixed),
  );
}

function keys(schema, open, siblings) {
  const options = new Map();
  for (const part of open)
    for (const [name, property] of Object.entries(part.properties ?? {}))
      if (!(name in siblings) && !options.has(name)) {
        const isNeeded = part.required?.includes(name);
        options.set(name, {
          label: name,
          type: "property",
          apply: `${name}:${holdsMore(schema, property) ? "" : " "}`,
          info: property.description,
          boost: isNeeded ? 1 : 0,
        });
      }
  return [...options.values()];
}

function holdsMore(schema, property) {
  return chosen(schema, property, {}).some((part) => ["object", "array"].includes(part.type));
}

function values(open) {
  const options = new Map();
  for (const part of open) {
    const allowed = [
      ...(part.enum ?? []),
      ...(part.const === undefined ? [] : [part.const]),
      ...(part.type === "boolean" ? [true, false] : []),
    ];
    for (const value of allowed) options.set(String(value), { label: String(value), type: "enum" });
  }
  return [...options.values()];
}
