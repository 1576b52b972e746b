// How a code is drawn: pickers beside the fields of colors, and a form that shows its answer while it is filled in.

/** After the last key, until the answer is asked for, in milliseconds. */
const REST = 300;

for (const picker of document.querySelectorAll("input[data-picks]")) {
  const field = document.getElementById(picker instanceof HTMLElement ? (picker.dataset.picks ?? "") : "");
  if (!(picker instanceof HTMLInputElement) || !(field instanceof HTMLInputElement)) continue;
  picker.hidden = false;
  picker.addEventListener("input", () => {
    field.value = picker.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", () => {
    const [, digits] = /^#?([0-9a-f]{6})$/i.exec(field.value.trim()) ?? [];
    if (digits !== undefined) picker.value = `#${digits}`;
  });
}

/**
 * Takes from the answer what stands beside a field, and leaves the field itself to the person who is typing.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {Document} answer
 */
function showProblem(field, answer) {
  const fresh = answer.getElementById(field.id);
  if (!fresh) return;
  document.getElementById(`${field.id}-error`)?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = fresh.getAttribute(name);
    if (value === null) field.removeAttribute(name);
    else field.setAttribute(name, value);
  }
  const problem = answer.getElementById(`${field.id}-error`);
  if (problem) field.after(problem);
}

for (const form of document.querySelectorAll("form[data-live]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const result = form.dataset.live ?? "";
  // It is for those without scripts.
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
      const [old, fresh] = [document.getElementById(result), answer.getElementById(result)];
      // Signed out, or the service does not answer: the button leads to the page that says so.
      if (!old || !fresh) return form.submit();
      old.replaceWith(fresh);
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
    // What is shown is not what is chosen any more, so it can't be downloaded in the meantime.
    document.getElementById(result)?.setAttribute("inert", "");
    clearTimeout(pause);
    pause = setTimeout(show, REST);
  });
}
