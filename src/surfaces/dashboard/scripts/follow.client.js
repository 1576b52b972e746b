// The parts of a link's form that follow it while a person types: the preview, and whether slug and GTIN are free. Also uses a
// suggested slug.

for (const place of document.querySelectorAll(".field-state, #preview")) {
  if (place instanceof HTMLElement && place.dataset.url) watch(place, place.dataset.url);
}

/**
 * @param {HTMLElement} place where the result is shown: `slug-state` below `slug`, or the preview of all fields
 * @param {string} url
 */
function watch(place, url) {
  const form = place.closest("form");
  const control = document.getElementById(place.id.replace("-state", ""));
  const field = control instanceof HTMLInputElement ? control : null;
  if (!form) return;
  /** The controls that the result depends on. */
  const names = field && [field.id, "name", "projectId"];

  /** @type {AbortController | undefined} */
  let request;
  async function show() {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form ?? undefined))
      if (!names || names.includes(name)) body.append(name, String(value));
    try {
      const response = await fetch(url, { method: "POST", body, signal });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // Screen readers announce only changes.
      if (signal.aborted || page.body.innerHTML === place.innerHTML) return;
      place.replaceChildren(...page.body.childNodes);
      // The problem of the sent form is about an earlier text.
      if (field) document.getElementById(`${field.id}-error`)?.remove();
      field?.removeAttribute("aria-invalid");
    } catch {
      // Saving the form checks slug and GTIN too.
      if (!field && !signal.aborted)
        place.textContent = "You are offline. The preview continues once you are back. Your draft is saved.";
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form.addEventListener("input", ({ target }) => {
    const isOther =
      names && !(target instanceof Element && names.includes(target.getAttribute("name") ?? ""));
    if (isOther) return;
    clearTimeout(timer);
    // After the last key, in milliseconds.
    timer = setTimeout(show, field ? 300 : 600);
  });
  // A link that exists has a destination, and so has what was pasted or typed before.
  const isNew = form.closest("[data-fresh]") && !form.elements.namedItem("base");
  if (!field && (!isNew || /[?&]paste=/.test(location.search))) show();

  place.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLButtonElement) || !field) return;
    const slug = target.value.slice("slug:".length);
    // Without a slug, the service makes one from the name.
    if (slug === "") return;
    event.preventDefault();
    field.value = slug;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}
