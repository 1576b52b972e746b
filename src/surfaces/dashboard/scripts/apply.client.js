// Submits a form as soon as a menu or checkbox changes, or a suggestion is chosen. The button of the form is hidden, unless it
// has text fields. What was unfolded around the form stays unfolded on the next page.
const OPENED = "opened";

for (const form of document.querySelectorAll("form[data-apply]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const typed = form.querySelector("input:not([type=hidden], [type=checkbox])");
  if (!typed) form.querySelector("button")?.setAttribute("hidden", "");
  const folded = form.closest("details") ?? form.querySelector("details");
  if (folded && sessionStorage.getItem(OPENED) === form.action) folded.open = true;
  const apply = () => {
    if (folded?.open) sessionStorage.setItem(OPENED, form.action);
    form.submit();
  };
  form.addEventListener("change", ({ target }) => {
    const isBox = target instanceof HTMLInputElement && target.type === "checkbox";
    if (isBox || target instanceof HTMLSelectElement) apply();
  });
  // A suggestion that was chosen, not typed.
  form.addEventListener("input", (event) => {
    const isTyped = event instanceof InputEvent && event.inputType !== "insertReplacementText";
    const { target } = event;
    if (!isTyped && target instanceof HTMLInputElement && target.list && target.value !== "") apply();
  });
  // The URL contains only what was chosen. An empty project is a choice too: all projects.
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData])
      if (value === "" && name !== "projectId") formData.delete(name);
  });
}
sessionStorage.removeItem(OPENED);
