// Menus and boxes that apply as soon as something is chosen. The button of a form with nothing else is for those without
// scripts; one with fields to type into keeps it. What was folded out around the form is so again on the next page.
const OPENED = "opened";

for (const form of document.querySelectorAll("form[data-apply]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const typed = form.querySelector("input:not([type=hidden], [type=checkbox])");
  if (!typed) form.querySelector("button")?.setAttribute("hidden", "");
  const folded = form.closest("details") ?? form.querySelector("details");
  if (folded && sessionStorage.getItem(OPENED) === form.action) folded.open = true;
  form.addEventListener("change", ({ target }) => {
    const isBox = target instanceof HTMLInputElement && target.type === "checkbox";
    if (!isBox && !(target instanceof HTMLSelectElement)) return;
    if (folded?.open) sessionStorage.setItem(OPENED, form.action);
    form.submit();
  });
  // The address names what was chosen, and nothing of menus that are left as they are.
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
}
sessionStorage.removeItem(OPENED);
