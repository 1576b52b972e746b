// The offers of a choice: rows change in place, names of places become chips, shares add up, dragging sorts the rows, and the phone
// shows the page while a person types.

const form = document.querySelector(".link-form form");
const show = document.querySelector("button[data-phone]");
/** The page is requested this long after the last key, in milliseconds. */
const PAUSE = 800;
/** A text that was left becomes a chip this much later, in milliseconds. */
const CHIP_PAUSE = 250;
/** The steps that change rows only. */
const IN_PLACE = /^(?:condition:|move:offers|remove:offers\[\d+\]$|offer:add)/;

/** Submits the form with this step. @param {string} step */
function press(step) {
  if (!(form instanceof HTMLFormElement)) return;
  const button = document.createElement("button");
  button.name = "step";
  button.value = step;
  button.hidden = true;
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

/** Draws the rows anew, without loading the page. @param {Event} event */
async function changeRows(event) {
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
  if (!IN_PLACE.test(submitter.value)) return;
  event.preventDefault();
  // The form has no files, so every value is a text.
  const values = /** @type {[string, string][]} */ ([...new FormData(form, submitter)]);
  const step = submitter.value;
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(values) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const rows = page.getElementById("offers");
    const old = document.getElementById("offers");
    if (!rows || !old) throw new Error("no rows");
    old.replaceWith(document.adoptNode(rows));
    enhanceRows(rows);
    const focused = rows.querySelector("[autofocus]");
    if (focused instanceof HTMLElement) focused.focus();
    form.dispatchEvent(new Event("input", { bubbles: true }));
  } catch {
    // As without script: the page says what is wrong.
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "step", value: step });
    form.append(field);
    form.submit();
  }
}
form?.addEventListener("submit", changeRows);

// Enter would press the form's first button, which creates the link.
form?.addEventListener("keydown", (event) => {
  if (!(event instanceof KeyboardEvent && event.target instanceof HTMLInputElement)) return;
  if (event.key !== "Enter" || event.isComposing || event.target.name !== "offer-paste") return;
  event.preventDefault();
  press("offer:add");
});

/** @type {string | undefined} */
let dragged;

/** Adds a handle to drag a row by. @param {HTMLElement} offer */
function addHandle(offer) {
  const handle = document.createElement("span");
  handle.className = "drag";
  handle.draggable = true;
  handle.title = "Drag to move";
  handle.setAttribute("aria-hidden", "true");
  handle.addEventListener("dragstart", (event) => {
    dragged = offer.dataset.offer;
    // Fields would accept the drop.
    form?.classList.add("dragging");
    event.dataTransfer?.setDragImage(offer, 0, 0);
  });
  handle.addEventListener("dragend", () => form?.classList.remove("dragging"));
  offer.append(handle);
  offer.addEventListener("dragover", (event) => {
    if (dragged === undefined) return;
    event.preventDefault();
    offer.classList.add("over");
  });
  offer.addEventListener("dragleave", () => offer.classList.remove("over"));
  offer.addEventListener("drop", (event) => {
    event.preventDefault();
    if (dragged !== undefined && dragged !== offer.dataset.offer)
      press(`move:offers[${dragged}]:${offer.dataset.offer}`);
  });
}

/** Shows the values of a field as chips. What is being typed counts too. @param {HTMLInputElement} entry */
function addChips(entry) {
  const sent = document.createElement("input");
  Object.assign(sent, { type: "hidden", name: entry.name, value: entry.value });
  const box = document.createElement("div");
  box.className = "chip-box";
  entry.before(sent, box);
  box.append(entry);
  entry.removeAttribute("name");
  const label = entry.labels?.[0]?.textContent ?? "";
  const texts = () => [...box.querySelectorAll("button")].map(({ value }) => value);
  const update = () => {
    sent.value = [...texts(), entry.value.trim()].filter(Boolean).join(", ");
    entry.placeholder = texts().length > 0 ? "" : (entry.dataset.example ?? "");
  };
  const changed = () => {
    update();
    entry.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const commit = () => {
    for (const text of entry.value.split(/[,;]/)) {
      if (text.trim() === "" || texts().includes(text.trim())) continue;
      const chip = document.createElement("button");
      chip.type = "button";
      chip.className = "chip";
      chip.value = text.trim();
      chip.textContent = text.trim();
      chip.setAttribute("aria-label", `Remove ${text.trim()} from ${label}`);
      chip.addEventListener("click", () => {
        chip.remove();
        changed();
        entry.focus();
      });
      entry.before(chip);
    }
    entry.value = "";
    update();
  };
  entry.dataset.example = entry.placeholder;
  entry.addEventListener("input", (event) => {
    const kind = event instanceof InputEvent ? event.inputType : undefined;
    // A suggestion that is chosen replaces the text.
    const isChosen =
      kind === "insertReplacementText" &&
      [...(entry.list?.options ?? [])].some(({ value }) => value === entry.value);
    if (isChosen || /[,;]/.test(entry.value)) commit();
    else update();
  });
  entry.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && entry.value.trim() !== "") {
      event.preventDefault();
      commit();
      changed();
    }
    if (event.key === "Backspace" && entry.value === "") box.querySelector("button:last-of-type")?.remove();
  });
  // A chip at once would move the button that is being pressed.
  entry.addEventListener("change", () => setTimeout(commit, CHIP_PAUSE));
  box.addEventListener("click", (event) => event.target === box && entry.focus());
  // What is wrong stays as it was typed.
  if (entry.ariaInvalid !== "true") commit();
}

/** Keeps shares at 100 % where there are two, and says what they make together. @param {Element} rows */
function followShares(rows) {
  const fields = [...rows.querySelectorAll(".share input")].filter(
    (each) => each instanceof HTMLInputElement,
  );
  const sum = document.getElementById("sum");
  const numberOf = (/** @type {HTMLInputElement} */ { value }) =>
    /^\s*\d+\s*%?\s*$/.test(value) ? Number.parseInt(value, 10) : 0;
  for (const field of fields)
    field.addEventListener("input", () => {
      const other = fields.length === 2 ? fields.find((each) => each !== field) : undefined;
      const share = numberOf(field);
      if (other && share > 0 && share < 100) other.value = String(100 - share);
      const all = fields.reduce((total, each) => total + numberOf(each), 0);
      const empty = fields.filter(({ value }) => value.trim() === "").length;
      const isWhole = empty === 0 ? all === 100 : all + empty <= 100;
      const missing = all < 100 ? `${100 - all} % are left` : `${all - 100} % too much`;
      sum?.replaceChildren(
        isWhole ? "Together 100 %." : `Together ${all} %: ${missing}. An empty share gets the rest.`,
      );
      sum?.classList.toggle("problem", !isWhole);
    });
}

/** @param {Element} rows */
function enhanceRows(rows) {
  for (const offer of rows.querySelectorAll("[data-offer]"))
    if (offer instanceof HTMLElement) addHandle(offer);
  for (const entry of rows.querySelectorAll(".condition input:not([type])"))
    if (entry instanceof HTMLInputElement) addChips(entry);
  followShares(rows);
}
const rows = document.getElementById("offers");
if (rows) enhanceRows(rows);

/** The notes of the rows, and the countries that can be tried, as the preview has them. */
const preview = document.getElementById("preview");
const followPreview = () => {
  const notes = [...(preview?.querySelectorAll("tr[data-note]") ?? [])];
  for (const [index, note] of document.querySelectorAll("[data-offer] > .note").entries()) {
    const row = notes[index];
    if (row instanceof HTMLElement && note.textContent !== row.dataset.note)
      note.textContent = row.dataset.note ?? "";
  }
  const menu = document.getElementById("seen-country");
  const countries = document.getElementById("countries-to-try");
  if (!(menu instanceof HTMLSelectElement && countries instanceof HTMLDataListElement)) return;
  for (const { value, text } of countries.options)
    if (![...menu.options].some((each) => each.value === value)) menu.add(new Option(text, value));
};
if (preview) new MutationObserver(followPreview).observe(preview, { childList: true });

/** Another kind of condition has another field. @param {Event} event */
function follow({ target }) {
  if (target instanceof HTMLSelectElement && target.name.startsWith("kind:")) {
    const [, offer] = /^kind:(offers\[\d+\])/.exec(target.name) ?? [];
    press(`condition:kind:${offer}.${target.value}`);
  }
  // Each way to send people has its own fields.
  if (target instanceof HTMLSelectElement && target.id === "page.pick") press("pick");
}
form?.addEventListener("change", follow);

if (show instanceof HTMLButtonElement) {
  const showPage = () => show.click();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form?.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(showPage, PAUSE);
  });
  showPage();
}
