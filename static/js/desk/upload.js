// Files that are chosen or dropped are sent at once. A form with files shows how much of them is
// sent; more presses are not taken until then, and the upload can be cancelled.

const hasFiles = (form) =>
  [...form.querySelectorAll("input[type=file]")].some(({ files }) => files.length);
// A field named “action” hides the form's property of that name.
const address = (form) =>
  new URL(form.getAttribute("action") || location.pathname, location.href).href;
const current = new Map(); // the request of each form that is being sent

function show(form, percent) {
  const place = form.querySelector("[data-sending]");
  place.hidden = percent === null;
  form.toggleAttribute("aria-busy", percent !== null);
  for (const part of form.querySelectorAll(".drop, input[type=file]"))
    part.inert = percent !== null;
  place.querySelector("progress").value = percent ?? 0;
  place.querySelector("[data-percent]").textContent = String(percent ?? 0);
  place.querySelector("[data-checking]").hidden = percent !== 100;
}

// The address that the answer names, or its page in the place of this one's.
function arrive(form, request) {
  const isPage = !request.getResponseHeader("Content-Type")?.startsWith("application/json");
  if (!isPage) location.assign(JSON.parse(request.responseText).next);
  else if (request.responseURL !== address(form)) location.assign(request.responseURL);
  else {
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    document.getElementById("main").replaceWith(page.getElementById("main") ?? page.body);
    document.querySelector(".error-summary[tabindex]")?.focus();
  }
}

function send(form, submitter) {
  const request = new XMLHttpRequest();
  const stop = () => {
    current.delete(form);
    show(form, null);
  };
  request.open("POST", address(form));
  request.setRequestHeader("Accept", "application/json, text/html;q=0.9");
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    show(form, Math.floor((100 * loaded) / (total || 1)));
  });
  request.addEventListener("load", () => {
    current.delete(form);
    arrive(form, request);
  });
  request.addEventListener("abort", stop);
  request.addEventListener("error", () => {
    stop();
    form.querySelector("[data-not-sent]").hidden = false;
  });
  current.set(form, request);
  form.querySelector("[data-not-sent]").hidden = true;
  show(form, 0);
  const data = new FormData(form, submitter);
  data.append("whole", "yes"); // comes last, so the server can tell that nothing is missing
  request.send(data);
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest("form.upload");
  if (form && target.type === "file" && target.files.length) form.requestSubmit();
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-upload]");
  if (!form || !hasFiles(form)) return;
  event.preventDefault();
  if (!current.has(form)) send(form, event.submitter);
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-cancel]")) current.get(target.closest("form"))?.abort();
});
// A page that someone comes back to shows no upload of before.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted)
    for (const form of document.querySelectorAll("form[data-upload]")) show(form, null);
});
