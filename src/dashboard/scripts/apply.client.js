// Menus that apply as soon as something is chosen. Their buttons are for those without scripts.
for (const form of document.querySelectorAll("form[data-apply]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  form.querySelector("button")?.setAttribute("hidden", "");
  form.addEventListener("change", () => form.submit());
  // The address names what was chosen, and nothing of menus that are left as they are.
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
}
