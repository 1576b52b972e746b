// Keyboard shortcuts and the command menu. Everything they do can also be done with links.

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("command-menu"));
const input = /** @type {HTMLInputElement | null} */ (document.getElementById("command-search"));
const list = document.getElementById("command-list");
const counted = document.getElementById("command-count");
const openButton = document.getElementById("command-open");

/** The search starts this long after the last key, in milliseconds. */
const PAUSE_MS = 150;

/** The commands of the page: elements with a name for the menu. */
function commands() {
  const all = [...document.querySelectorAll("[data-command]")].filter(
    (element) => element instanceof HTMLElement,
  );
  return [...new Map(all.map((element) => [element.dataset.command, element])).values()];
}

/**
 * Focuses a field, or clicks a link or button.
 * @param {HTMLElement} element
 */
function run(element) {
  if (element instanceof HTMLInputElement) element.focus();
  else element.click();
}

/**
 * A row of the menu.
 * @param {HTMLElement} control
 * @param {string} name
 * @param {HTMLElement | null} [beside]
 */
function itemOf(control, name, beside) {
  const text = document.createElement("bdi");
  text.textContent = name;
  control.append(text);
  if (beside) control.append(beside);
  const item = document.createElement("li");
  item.append(control);
  return item;
}

/** @param {HTMLElement} element */
function commandItem(element) {
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", () => {
    dialog?.close();
    run(element);
  });
  const key = element.dataset.key;
  const works = key && commands().find(({ dataset }) => dataset.key === key) === element;
  const keyboard = works ? document.createElement("kbd") : null;
  if (keyboard) keyboard.textContent = key ?? "";
  return itemOf(button, element.dataset.command ?? "", keyboard);
}

/** @param {{ kind: string; name: string; detail: string; href: string }} found */
function foundItem({ kind, name, detail, href }) {
  const link = document.createElement("a");
  link.href = href;
  const beside = document.createElement("small");
  beside.textContent = [kind, detail].filter(Boolean).join(" · ");
  return itemOf(link, name, beside);
}

/** The results for `searched`. */
let found = /** @type {{ kind: string; name: string; detail: string; href: string }[]} */ ([]);
let searched = "";

/** Shows the commands whose name contains the typed text, and the results of the search. */
function show() {
  if (!list || !input) return;
  const typed = input.value.trim();
  const matching = commands().filter((element) =>
    (element.dataset.command ?? "").toLowerCase().includes(typed.toLowerCase()),
  );
  const items = [...matching.map(commandItem), ...(typed === "" ? [] : found.map(foundItem))];
  items[0]?.firstElementChild?.classList.add("first");
  const none = document.createElement("li");
  none.textContent = searched === typed ? "No results" : "Searching…";
  list.replaceChildren(...(items.length > 0 ? items : [none]));
  if (counted && searched === typed) counted.textContent = `${items.length} found`;
}

let timer = 0;
/** @type {AbortController | undefined} */
let request;

/** Searches once the person pauses. */
function search() {
  clearTimeout(timer);
  request?.abort();
  const typed = input?.value.trim() ?? "";
  if (typed === "" || !dialog?.dataset.find) {
    [found, searched] = [[], typed];
    show();
    return;
  }
  show();
  timer = setTimeout(async () => {
    request = new AbortController();
    try {
      const address = `${dialog.dataset.find}?${new URLSearchParams({ q: typed })}`;
      const response = await fetch(address, { signal: request.signal });
      [found, searched] = [response.ok ? (await response.json()).found : [], typed];
      show();
    } catch {
      // The text changed or the connection was lost. The commands still work.
    }
  }, PAUSE_MS);
}

function openMenu() {
  if (!dialog || !input || dialog.open) return;
  input.value = "";
  search();
  dialog.showModal();
  input.focus();
}

const choices = () =>
  [...(list?.querySelectorAll("button, a") ?? [])].filter((each) => each instanceof HTMLElement);

openButton?.removeAttribute("hidden");
openButton?.addEventListener("click", openMenu);
input?.addEventListener("input", search);
dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog?.addEventListener("keydown", (event) => {
  const all = choices();
  const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
  if (event.key === "Enter" && event.target === input) {
    event.preventDefault();
    all[0]?.click();
  }
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  (all[at + step] ?? (step < 0 ? input : all[at]))?.focus();
});

/** The rows of the page's list, each with the link that opens it. */
const rows = () =>
  [...document.querySelectorAll("[data-row]")].flatMap((row) => {
    const open = row.querySelector("[data-open]") ?? row.querySelector("a");
    return open instanceof HTMLAnchorElement ? [{ row, open }] : [];
  });
const currentRow = () => rows().find(({ row }) => row.contains(document.activeElement));

/**
 * Moves the focus to the next or previous row of the page's list.
 * @param {1 | -1} step
 */
function moveRow(step) {
  const all = rows();
  const at = all.findIndex(({ row }) => row.contains(document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
  all[next]?.open.focus();
}

/**
 * Handles a key for the focused row; false if it means nothing there.
 * @param {string} key
 */
function actOnRow(key) {
  const current = currentRow();
  const box = current?.row.querySelector("input[type=checkbox]");
  if (key === "x" && box instanceof HTMLInputElement) {
    box.click();
    return true;
  }
  const edit = current?.row.closest("[data-edit]")?.getAttribute("data-edit");
  if (key !== "e" || !current || !edit) return false;
  location.assign(current.open.pathname + edit);
  return true;
}

/** Elements in which keys are text. In a checkbox, j and k still move. */
const TYPING = "input:not([type=checkbox],[type=radio]),select,textarea,[contenteditable]";

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    openMenu();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || dialog?.open) return;
  const target = event.target;
  if (event.key === "Escape") closeDrops(null);
  if (target instanceof HTMLElement && target.closest(TYPING)) return;
  if (event.key === "j") moveRow(1);
  else if (event.key === "k") moveRow(-1);
  else if (actOnRow(event.key)) event.preventDefault();
  else {
    const command = commands().find((element) => element.dataset.key === event.key);
    if (!command && event.key !== "/") return;
    event.preventDefault();
    if (command) run(command);
    else openMenu();
  }
});

/**
 * Closes menus that are open over the page, except those around `target`.
 * @param {EventTarget | null} target
 */
function closeDrops(target) {
  for (const drop of document.querySelectorAll("details.drop[open]")) {
    if (target instanceof Node && drop.contains(target)) continue;
    if (drop.contains(document.activeElement)) drop.querySelector("summary")?.focus();
    drop.removeAttribute("open");
  }
}
document.addEventListener("click", (event) => closeDrops(event.target));
