// What in a document was made of one of the strings: elements, attributes and addresses, by name.
(root) => {
  const addresses = ["href", "xlink:href", "src", "action", "formaction", "data", "poster", "hx-get", "hx-post"];
  const runs = /^(javascript|vbscript|data:text)|^(https?:)?\/\/hit\.invalid/i;
  const wrong = [];
  const look = (parent) => {
    for (const element of parent.querySelectorAll("*")) {
      const name = element.localName;
      const inside = element.textContent;
      if (name === "x-hit") wrong.push(name);
      if (name === "template") look(element.content);
      const code = name === "style" || (name === "script" && !/json/.test(element.type));
      if (code && /hit\(|hit\.invalid/.test(inside)) wrong.push(`${name}: ${inside.slice(0, 80)}`);
      for (const attribute of element.attributes) {
        const value = attribute.value.replace(/[\0-\x20]/g, "");
        const made = /^(on|hx-on|data-hit|srcdoc)/.test(attribute.name);
        const leads = addresses.includes(attribute.name) && runs.test(value);
        const named = attribute.name === "id" && value === "hit";
        const styled = ["style", "content"].includes(attribute.name) && /hit\.invalid/.test(value);
        if (made || leads || named || styled) wrong.push(`${name} ${attribute.name}=${value.slice(0, 80)}`);
      }
    }
  };
  look(root);
  return wrong;
}
