// Menus that apply as soon as something is chosen. The button of a form with nothing but menus is for those without scripts;
// one with fields to type into keeps it.
for (const form of document.querySelectorAll("form[data-apply]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const typed = form.querySelector("input:not([type=hidden])");
  if (!typed) form.querySelector("button")?.setAttribute("hidden", "");
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) form.submit();
  });
  // The address names what was chosen, and nothing of menus that are left as they are.
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
}
