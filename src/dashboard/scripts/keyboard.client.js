// Keyboard shortcuts and the command menu. Everything they reach can also be reached by links.

/**
 * The commands of the page: its links and buttons that have a name for the menu or a key. The navigation is there twice,
 * for phones and for desktops.
 */
function commands() {
  const all = [...document.querySelectorAll("[data-command]")].filter(
    (element) => element instanceof HTMLElement,
  );
  return [...new Map(all.map((element) => [element.dataset.command, element])).values()];
}

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("command-menu"));
const input = /** @type {HTMLInputElement | null} */ (document.getElementById("command-search"));
const list = document.getElementById("command-list");
const openButton = document.getElementById("command-open");

/** Shows the commands whose name contains what was typed. */
function showCommands() {
  if (!list || !input) return;
  const typed = input.value.trim().toLowerCase();
  const matching = commands().filter((element) =>
    (element.dataset.command ?? "").toLowerCase().includes(typed),
  );
  const items = matching.map((element, index) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = element.dataset.command ?? "";
    if (index === 0) button.className = "first";
    const key = element.dataset.key;
    if (key && commands().find(({ dataset }) => dataset.key === key) === element) {
      const keyboard = document.createElement("kbd");
      keyboard.textContent = key;
      button.append(keyboard);
    }
    button.addEventListener("click", () => {
      dialog?.close();
      run(element);
    });
    item.append(button);
    return item;
  });
  const none = document.createElement("li");
  none.textContent = "No command has this name.";
  list.replaceChildren(...(items.length > 0 ? items : [none]));
}

/**
 * Does what the element stands for: a field takes the focus, a link or button is activated.
 * @param {HTMLElement} element
 */
function run(element) {
  if (element instanceof HTMLInputElement) element.focus();
  else element.click();
}

function openMenu() {
  if (!dialog || !input || dialog.open) return;
  input.value = "";
  showCommands();
  dialog.showModal();
  input.focus();
}

openButton?.removeAttribute("hidden");
openButton?.addEventListener("click", openMenu);
input?.addEventListener("input", showCommands);
input?.addEventListener("keydown", (event) => {
  const buttons = [...(list?.querySelectorAll("button") ?? [])];
  if (event.key === "Enter") {
    event.preventDefault();
    buttons[0]?.click();
  } else if (event.key === "ArrowDown") {
    event.preventDefault();
    buttons[0]?.focus();
  }
});
list?.addEventListener("keydown", (event) => {
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  (buttons[at + step] ?? input)?.focus();
});

/**
 * Moves the focus to the next or previous row of the page's list.
 * @param {1 | -1} step
 */
function moveRow(step) {
  const rows = [...document.querySelectorAll("[data-row] a")].filter(
    (element) => element instanceof HTMLElement,
  );
  const firstOfRow = rows.filter(
    (row, index) => row.closest("[data-row]") !== rows[index - 1]?.closest("[data-row]"),
  );
  const current = document.activeElement?.closest("[data-row]");
  const at = firstOfRow.findIndex((row) => row.closest("[data-row]") === current);
  const next = at < 0 ? (step > 0 ? 0 : firstOfRow.length - 1) : at + step;
  firstOfRow[next]?.focus();
}

/** Where keys are text. A box to choose with is not: j and k move on from it. */
const TYPING = "input:not([type=checkbox],[type=radio]),select,textarea,[contenteditable]";

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    openMenu();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || dialog?.open) return;
  const target = event.target;
  if (target instanceof HTMLElement && target.closest(TYPING)) return;
  if (event.key === "j") moveRow(1);
  else if (event.key === "k") moveRow(-1);
  else {
    const command = commands().find((element) => element.dataset.key === event.key);
    if (!command) return;
    event.preventDefault();
    run(command);
  }
});
