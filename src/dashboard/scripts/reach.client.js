// The choice of all projects or some: a project that is ticked chooses "only these", and the choice of all, or of the role
// that has all, unticks them. The server refuses a form that says both.
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.checked) return;
  /** @param {string} name */
  const inputs = (name) =>
    [...(target.form?.querySelectorAll(`input[name=${name}]`) ?? [])].filter(
      (input) => input instanceof HTMLInputElement,
    );
  const isAll =
    (target.name === "reach" && target.value === "all") ||
    (target.name === "role" && target.value === "owner");
  if (isAll) for (const box of inputs("projects")) box.checked = false;
  if (!isAll && target.name !== "projects") return;
  for (const radio of inputs("reach")) radio.checked = radio.value === (isAll ? "all" : "selected");
});
