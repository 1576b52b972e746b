// Copies the text of the element that a button's data-copy names. The buttons are hidden until this script runs.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const label = button.textContent ?? "";
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy ?? "");
    const status = button.parentElement?.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(source?.textContent ?? "");
      button.textContent = "Copied";
      if (status) status.textContent = "Copied to the clipboard.";
    } catch {
      // Without the permission, the text is selected, so that a keyboard can copy it.
      if (source) getSelection()?.selectAllChildren(source);
      if (status) status.textContent = "Selected: press Ctrl+C or ⌘C to copy.";
      return;
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
