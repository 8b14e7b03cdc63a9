/* Asks the browser for a security key and sends its answer with the form that asks: `create` for a
   new key, `get` for one that is known. */

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const withBytes = (credentials) =>
  credentials?.map((credential) => ({ ...credential, id: toBytes(credential.id) }));

/** The server's options, in which what must be bytes is base64url, as the browser takes them. */
function decoded(options) {
  const decodedOptions = { ...options, challenge: toBytes(options.challenge) };
  if (options.user) decodedOptions.user = { ...options.user, id: toBytes(options.user.id) };
  for (const list of ["allowCredentials", "excludeCredentials"]) {
    if (options[list]) decodedOptions[list] = withBytes(options[list]);
  }
  return decodedOptions;
}

/** A credential as the server reads it: bytes as base64url. */
function encoded(credential) {
  const { response } = credential;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];
  const bytes = [...parts, "userHandle"].filter((part) => response[part]);
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(bytes.map((part) => [part, toText(response[part])])),
  };
}

function show(form, problem) {
  for (const element of form.querySelectorAll("[data-problem]")) {
    element.hidden = element.dataset.problem !== problem;
  }
}

async function ask(form) {
  const options = JSON.parse(form.querySelector("script[type='application/json']").textContent);
  const publicKey = decoded(options.publicKey);
  const how = form.dataset.securityKey;
  const credential = await navigator.credentials[how]({ publicKey });
  form.elements.credential.value = JSON.stringify(encoded(credential));
  form.submit();
}

for (const form of document.querySelectorAll("form[data-security-key]")) {
  const able = window.isSecureContext && "credentials" in navigator;
  if (!able) {
    show(form, "unable");
    form.querySelector("button.big").disabled = true;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(form, "");
    ask(form).catch(() => show(form, "refused"));
  });
}
