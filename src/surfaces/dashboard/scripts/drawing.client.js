// The studio and the print screen: color pickers, and a form that shows its result while it is filled in.

/** The pause after the last key before the result is requested, in milliseconds. */
const REST = 300;

for (const picker of document.querySelectorAll("input[data-picks]")) {
  const field = document.getElementById(picker instanceof HTMLElement ? (picker.dataset.picks ?? "") : "");
  if (!(picker instanceof HTMLInputElement) || !(field instanceof HTMLInputElement)) continue;
  picker.hidden = false;
  picker.addEventListener("input", () => {
    field.value = picker.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/**
 * Whether a color comes from the picker, which then keeps it. The picker may have the focus without that: it follows its
 * text field.
 * @param {HTMLInputElement | HTMLSelectElement} picker
 */
const isPicking = (picker) => {
  const text = document.getElementById(picker.dataset.picks ?? "");
  return picker === document.activeElement && text instanceof HTMLInputElement && text.value === picker.value;
};

/**
 * Shows the problem of a field and leaves the field itself to the person who is typing; a color picker shows what was read.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {Document} answer
 */
function showProblem(field, answer) {
  const fresh = answer.getElementById(field.id);
  if (!fresh) return;
  if (field.type === "color" && fresh instanceof HTMLInputElement && !isPicking(field))
    field.value = fresh.value;
  document.getElementById(`${field.id}-error`)?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = fresh.getAttribute(name);
    if (value === null) field.removeAttribute(name);
    else field.setAttribute(name, value);
  }
  const problem = answer.getElementById(`${field.id}-error`);
  if (problem) field.after(problem);
}

/**
 * Keeps the last valid picture while a field has a problem.
 * @param {Element} old
 * @param {Element} fresh
 */
function keepPicture(old, fresh) {
  const picture = old.querySelector("[data-last-good]");
  if (picture?.firstElementChild) fresh.querySelector("[data-last-good]")?.replaceWith(picture);
}

for (const form of document.querySelectorAll("form[data-live]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const results = (form.dataset.live ?? "").split(" ");
  // Only needed without scripts.
  form.querySelector("button[type=submit]")?.setAttribute("hidden", "");
  /** @type {number | undefined} */
  let pause;
  let asked = new AbortController();

  const show = async () => {
    asked.abort();
    asked = new AbortController();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") query.append(name, value);
    const address = `${form.action}?${query}`;
    try {
      const response = await fetch(address, { signal: asked.signal });
      const answer = new DOMParser().parseFromString(await response.text(), "text/html");
      const shown = results.flatMap((id) => document.getElementById(id) ?? []);
      // Signed out, or the service does not respond: submitting leads to the page that says so.
      if (!shown[0] || !answer.getElementById(shown[0].id)) return form.submit();
      for (const old of shown) {
        const fresh = answer.getElementById(old.id);
        if (!fresh) continue;
        if (!response.ok) keepPicture(old, fresh);
        old.replaceWith(fresh);
      }
      for (const field of form.elements) {
        if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
          showProblem(field, answer);
      }
      history.replaceState(null, "", address);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) form.submit();
    }
  };

  form.addEventListener("input", () => {
    // The page no longer shows what is chosen, so nothing can be downloaded or saved until it does.
    for (const id of results) document.getElementById(id)?.setAttribute("inert", "");
    clearTimeout(pause);
    pause = setTimeout(show, REST);
  });
}
