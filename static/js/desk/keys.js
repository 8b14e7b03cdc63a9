// Keys of a page of the desk: each presses the control that names it, and none while a person types.

const typing = (target) => target.closest("textarea, select, input");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
  if (typing(event.target) || document.querySelector(":popover-open")) return;
  const control = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!control) return;
  event.preventDefault();
  control.click();
  const dialog = control.getAttribute("popovertarget");
  if (dialog) document.querySelector(`#${dialog} :is(select, textarea)`)?.focus();
});
