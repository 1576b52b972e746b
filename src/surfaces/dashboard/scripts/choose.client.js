// Selecting rows of a list: a checkbox for the whole page, the number of selected rows, and ranges with the Shift key. Also
// suggests tags.
const all = document.querySelector("[data-choose-all]");
const count = document.querySelector("[data-chosen]");

if (all instanceof HTMLInputElement && count instanceof HTMLElement) {
  const boxes = [
    ...document.querySelectorAll(`input[type=checkbox][name="${all.dataset.chooseAll}"]`),
  ].filter((box) => box instanceof HTMLInputElement);
  const hint = count.textContent ?? "";
  /** @type {HTMLInputElement | null} */
  let last = null;

  const matching = document.querySelector("input[data-count]");
  const total = document.querySelector("[data-total]");
  const codes = document.querySelector(".chosen-bar .codes");

  const show = () => {
    // Codes are of selected rows only.
    if (codes instanceof HTMLDetailsElement && matching instanceof HTMLInputElement) {
      codes.inert = matching.checked;
      if (matching.checked) codes.open = false;
    }
    const chosen = boxes.filter((box) => box.checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    count.classList.remove("problem");
    const word = document.createElement("span");
    word.className = "word";
    word.textContent = " selected";
    count.replaceChildren(...(chosen === 0 ? [hint] : [String(chosen), word]));
  };

  /**
   * Sets all checkboxes between the last clicked one and this one.
   * @param {HTMLInputElement} box
   */
  const extend = (box) => {
    if (!last) return;
    const [from = 0, to = 0] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
    for (const each of boxes.slice(from, to + 1)) each.checked = box.checked;
  };

  all.hidden = false;
  all.closest("label")?.removeAttribute("hidden");
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) {
    box.addEventListener("click", (event) => {
      if (event.shiftKey) extend(box);
      last = box;
    });
    box.addEventListener("change", show);
  }
  matching?.addEventListener("change", show);
  all.addEventListener("change", async () => {
    if (!(matching instanceof HTMLInputElement) || !matching.dataset.count) return;
    const response = await fetch(matching.dataset.count).catch(() => null);
    if (!response?.ok || !total) return;
    const { count } = await response.json();
    total.textContent = count.toLocaleString("en");
  });
  // The checkboxes are reset only after this event.
  all.form?.addEventListener("reset", () => setTimeout(show));
  if (boxes.some((box) => box.checked)) show();
}

const suggestions = document.querySelector("datalist[data-tags]");

document.addEventListener("focusin", async ({ target }) => {
  if (
    !(suggestions instanceof HTMLDataListElement) ||
    !(target instanceof HTMLInputElement) ||
    target.list !== suggestions
  )
    return;
  const url = suggestions.dataset.tags;
  delete suggestions.dataset.tags;
  // The page has the tags of its own links. The others are fetched once.
  const response = url ? await fetch(url).catch(() => null) : null;
  if (!response?.ok) return;
  const { tags } = await response.json();
  const all = new Set([...[...suggestions.options].map(({ value }) => value), ...tags]);
  suggestions.replaceChildren(...[...all].map((tag) => new Option("", tag)));
});
