// A button that opens the browser's print dialog. It is hidden until this script runs.
for (const button of document.querySelectorAll("button[data-print]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => print());
}
