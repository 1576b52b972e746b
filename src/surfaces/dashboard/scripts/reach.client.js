// All projects or selected ones: checking a project selects "Only selected projects". Choosing all projects, or the role
// owner, unchecks them. The server rejects contradictions.
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
