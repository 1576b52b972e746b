// Buttons that open the browser's print dialog. They are hidden until this script runs.
for (const button of document.querySelectorAll("button[data-print]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => print());
}
