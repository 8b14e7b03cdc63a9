// Files that are chosen or dropped are sent at once; more presses are not taken while they are sent.

for (const form of document.querySelectorAll("form.upload")) {
  const files = form.querySelector("input[type=file]");
  files.addEventListener("change", () => {
    if (files.files.length) form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    form.setAttribute("aria-busy", "true");
    form.inert = true;
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form.upload[aria-busy]")) {
    form.removeAttribute("aria-busy");
    form.inert = false;
  }
});
