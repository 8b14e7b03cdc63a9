// Copies a code to the clipboard; where the browser refuses, the code is selected for the person to copy.
for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector("[data-copy-status]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      status.textContent = button.dataset.copied;
    } catch {
      getSelection().selectAllChildren(source);
      status.textContent = button.dataset.selected;
    }
  });
}
