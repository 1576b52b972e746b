// The offers of a choice: dragging sorts them, and the phone shows the page while a person types.

const form = document.querySelector(".link-form form");
const offers = [...document.querySelectorAll("[data-offer]")].filter((each) => each instanceof HTMLElement);
const show = document.querySelector("button[data-phone]");
/** The page is requested this long after the last key, in milliseconds. */
const PAUSE = 800;

/** Submits the form with this step. @param {string} step */
function press(step) {
  if (!(form instanceof HTMLFormElement)) return;
  const button = document.createElement("button");
  button.name = "step";
  button.value = step;
  button.hidden = true;
  form.append(button);
  form.requestSubmit(button);
}

/** @type {string | undefined} */
let dragged;
for (const offer of offers) {
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
  offer.prepend(handle);
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

/** The closed rows say their rules as the preview does. */
const preview = document.getElementById("preview");
const followPreview = () => {
  const shown = preview?.querySelectorAll(".offer-destinations > li") ?? [];
  for (const [index, offer] of shown.length === offers.length ? offers.entries() : [])
    offer
      .querySelector("summary .rule")
      ?.replaceChildren(shown[index]?.querySelector(".rule")?.textContent ?? "");
};
if (preview) new MutationObserver(followPreview).observe(preview, { childList: true });

/** Adds a country to the menu of the phone once a shop names it. @param {Event} event */
function addCountries({ target }) {
  const menu = document.getElementById("seen-country");
  if (!(target instanceof HTMLTextAreaElement && menu instanceof HTMLSelectElement)) return;
  if (!target.name.endsWith(".countries")) return;
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  for (const [code] of target.value.matchAll(/\b[A-Z]{2}\b/g))
    if (![...menu.options].some(({ value }) => value === code)) menu.add(new Option(names.of(code), code));
}
form?.addEventListener("change", addCountries);
// Each way to choose has its own fields.
document.getElementById("page.pick")?.addEventListener("change", () => press("pick"));

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
