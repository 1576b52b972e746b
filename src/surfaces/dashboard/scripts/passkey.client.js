// Makes and uses passkeys. A form with data-passkey is hidden until this script runs: the browser's response goes into its
// field "credential", and the form is sent.

/** The message for a person whose browser made no response. @param {unknown} error */
const problemOf = (error) =>
  error instanceof DOMException && error.name === "InvalidStateError"
    ? "This device already has a passkey for you."
    : "No passkey was used. Try again, or use another way to sign in.";

/** A challenge that was not used before. @param {string} url */
async function newChallenge(url) {
  const response = await fetch(url, { method: "POST" });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const { passkey, challenge: url = "" } = form.dataset;
  const credential = form.elements.namedItem("credential");
  const status = form.querySelector("[role=status]");
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON || !(credential instanceof HTMLInputElement))
    continue;
  form.hidden = false;
  document.querySelector("[data-without-passkeys]")?.remove();
  form.addEventListener("submit", async (event) => {
    if (credential.value !== "") return;
    event.preventDefault();
    if (status) status.textContent = "";
    try {
      // The server decides what a passkey must be like: see sign-in-pages.tsx, and passkeys.tsx for a new one.
      const options = await newChallenge(url);
      const made =
        passkey === "add"
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            });
      if (!(made instanceof PublicKeyCredential)) throw new Error("no passkey");
      credential.value = JSON.stringify(made.toJSON());
      form.submit();
    } catch (error) {
      if (status) status.textContent = problemOf(error);
    }
  });
}
