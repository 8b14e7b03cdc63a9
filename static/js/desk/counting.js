// The number of rows follows the choices: the page itself says it, asked for anew at each change.

const form = document.querySelector("[data-count]");
let turn = 0;

async function count() {
  const mine = ++turn;
  const rows = document.getElementById("rows");
  rows.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const counted = page.getElementById("rows");
    if (mine === turn && counted) rows.replaceChildren(...counted.childNodes);
  } finally {
    rows.removeAttribute("aria-busy");
  }
}

form.addEventListener("change", count);
form.querySelector("[data-counts]").hidden = true;
