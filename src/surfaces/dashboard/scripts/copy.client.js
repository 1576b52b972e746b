// Copies the data-copy-text of a button, or the text of the element that its data-copy names. The buttons are hidden until
// this script runs.
for (const button of document.querySelectorAll("button[data-copy], button[data-copy-text]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const label = button.textContent ?? "";
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy ?? "") ?? button.previousElementSibling;
    const status = button.parentElement?.querySelector("[role=status]") ?? document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(button.dataset.copyText ?? source?.textContent ?? "");
      if (label) button.textContent = "Copied";
      button.dataset.copied = "";
      if (status) status.textContent = "Copied to the clipboard.";
    } catch {
      // Without permission, the text is selected, so that it can be copied by keyboard.
      if (source) getSelection()?.selectAllChildren(source);
      if (status) status.textContent = "Selected: press Ctrl+C or ⌘C to copy.";
      return;
    }
    setTimeout(() => {
      if (label) button.textContent = label;
      delete button.dataset.copied;
      if (status) status.textContent = "";
    }, 2000);
  });
}
