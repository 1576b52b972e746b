// The slug and the GTIN of a link: says whether each is free while a person types, and uses a suggested slug.

/** The check starts this long after the last key, in milliseconds. */
const PAUSE = 300;

for (const place of document.querySelectorAll(".field-state")) if (place instanceof HTMLElement) watch(place);

/** @param {HTMLElement} place where the result of the check is shown: `slug-state` below `slug` */
function watch(place) {
  const field = document.getElementById(place.id.replace("-state", ""));
  const form = field instanceof HTMLInputElement ? field.form : null;
  /** The controls that the check depends on. */
  const names = [field?.id ?? "", "name", "projectId"];

  /** @type {AbortController | undefined} */
  let request;
  async function check() {
    if (!form || !place.dataset.url) return;
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const body = new URLSearchParams();
    for (const name of names) body.set(name, String(new FormData(form).get(name) ?? ""));
    try {
      const response = await fetch(place.dataset.url, { method: "POST", body, signal });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // Screen readers announce only changes.
      if (signal.aborted || page.body.innerHTML === place.innerHTML) return;
      place.replaceChildren(...page.body.childNodes);
      // The problem of the sent form is about an earlier text.
      document.getElementById(`${field?.id}-error`)?.remove();
      field?.removeAttribute("aria-invalid");
    } catch {
      // Saving the form checks it too.
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form?.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!names.includes(target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });

  place.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLButtonElement) || !(field instanceof HTMLInputElement)) return;
    const slug = target.value.slice("slug:".length);
    // Without a slug, the service makes one from the name.
    if (slug === "") return;
    event.preventDefault();
    field.value = slug;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}
