// The slug of a link: says while a person types whether it is free, and takes the one that is suggested.

const place = document.getElementById("slug-state");
const field = document.getElementById("slug");
const form = field instanceof HTMLInputElement ? field.form : null;

/** How long after the last key it is asked for, in milliseconds. */
const PAUSE = 300;
/** The controls that decide about it. */
const NAMES = ["slug", "name", "projectId"];

/** @type {AbortController | undefined} */
let asking;
async function ask() {
  if (!form || !place?.dataset.url) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const body = new URLSearchParams();
  for (const name of NAMES) body.set(name, String(new FormData(form).get(name) ?? ""));
  try {
    const answer = await fetch(place.dataset.url, { method: "POST", body, signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // What is the same is not said again by screen readers.
    if (signal.aborted || page.body.innerHTML === place.innerHTML) return;
    place.replaceChildren(...page.body.childNodes);
    // What the form said when it was sent is about an earlier text.
    document.getElementById("slug-error")?.remove();
    field?.removeAttribute("aria-invalid");
  } catch {
    // Saving the form says it.
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
form?.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (!NAMES.includes(target.name)) return;
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});

place?.addEventListener("click", (event) => {
  const { target } = event;
  if (!(target instanceof HTMLButtonElement) || !(field instanceof HTMLInputElement)) return;
  const slug = target.value.slice("slug:".length);
  // The button that names none has the service make one.
  if (slug === "") return;
  event.preventDefault();
  field.value = slug;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});
