// The field at the start of a new link: Enter submits it, as in a field of one line.

const field = document.getElementById("paste");

field?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (field instanceof HTMLTextAreaElement) field.form?.requestSubmit();
});
