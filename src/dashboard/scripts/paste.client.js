// The field with which a new link begins: Enter goes on, as in a field of one line.

const field = document.getElementById("paste");

field?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (field instanceof HTMLTextAreaElement) field.form?.requestSubmit();
});
