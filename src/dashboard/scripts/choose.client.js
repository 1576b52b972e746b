// Choosing rows of a list: a box that chooses all of the page, and how many are chosen.
const all = document.querySelector("[data-choose-all]");
const count = document.querySelector("[data-chosen]");

if (all instanceof HTMLInputElement && count instanceof HTMLElement) {
  const boxes = [
    ...document.querySelectorAll(`input[type=checkbox][name="${all.dataset.chooseAll}"]`),
  ].filter((box) => box instanceof HTMLInputElement);
  const hint = count.textContent ?? "";

  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    count.className = "hint";
    count.textContent = chosen === 0 ? hint : `${chosen} of ${boxes.length} chosen.`;
  };

  all.closest("label")?.removeAttribute("hidden");
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener("change", show);
  if (boxes.some((box) => box.checked)) show();
}
