// Copies the data-copy-text of a button, or the text of the element that its data-copy names. The buttons are hidden until
// this script runs. A form with data-copy-base copies this address with the word that was typed.

/**
 * Copies a text and says so on the button.
 * @param {HTMLButtonElement} button
 * @param {string} text
 * @param {Element | null} source what is selected if the browser does not allow copying. It may be shown only then. Null: the
 *   form of the button has a page that shows it.
 */
async function copy(button, text, source) {
  const status = button.parentElement?.querySelector("[role=status]") ?? document.getElementById("copied");
  const word = button.querySelector("[data-copy-word]") ?? button;
  button.dataset.label ??= word.textContent ?? "";
  const { label } = button.dataset;
  try {
    await navigator.clipboard.writeText(text);
    if (label) word.textContent = "Copied";
    button.dataset.copied = "";
    if (status) status.textContent = "Copied to the clipboard.";
  } catch {
    // Without permission, the text is selected, so that it can be copied by keyboard.
    if (!source) return button.form?.submit();
    button.hidden = !source.checkVisibility();
    getSelection()?.selectAllChildren(source);
    if (status) status.textContent = "Selected: press Ctrl+C or ⌘C to copy.";
    return;
  }
  setTimeout(() => {
    if (label) word.textContent = label;
    delete button.dataset.copied;
    if (status) status.textContent = "";
  }, 2000);
}

for (const button of document.querySelectorAll("button[data-copy], button[data-copy-text]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const source =
      document.getElementById(button.dataset.copy ?? "") ??
      button.parentElement?.querySelector(".to-select code") ??
      button.previousElementSibling;
    copy(button, button.dataset.copyText ?? source?.textContent ?? "", source);
  });
}

for (const form of document.querySelectorAll("form[data-copy-base]")) {
  const [field, button] = [form.querySelector("input"), form.querySelector("button")];
  // A source has no spaces and accents.
  field?.addEventListener("change", () => {
    const plain = field.value.trim().normalize("NFD").replace(/\p{M}/gu, "");
    field.value = plain.replace(/[\s_]+/g, "-");
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field && button && form instanceof HTMLFormElement)
      copy(button, `${form.dataset.copyBase}${field.value}`, null);
  });
}
