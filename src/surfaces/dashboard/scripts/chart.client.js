// Shows the numbers of a chart beside the pointer, and for the arrow keys. They come from the table below the chart.

/** The columns of the table without robots and link previews: visits, scans, clicks and, if compared, before. */
const COLUMNS = [1, 2, 3, 6];

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function newTip() {
  const tip = element("div", "");
  tip.className = "tip";
  tip.hidden = true;
  return tip;
}

/**
 * The texts of elements.
 * @param {ParentNode} parent
 * @param {string} selector
 */
const texts = (parent, selector) =>
  [...parent.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim() ?? "");

/**
 * @param {Element} plot
 * @param {Element} figure
 */
function addCursor(plot, figure) {
  const heads = texts(figure, "thead th");
  const rows = [...figure.querySelectorAll("tbody tr")];
  const panel = figure.closest("section") ?? figure;
  const form = panel.querySelector(".add-note");
  const [cursor, band, tip] = [element("div", ""), element("i", ""), newTip()];
  Object.assign(cursor, {
    className: "cursor",
    tabIndex: 0,
    role: "slider",
    ariaLabel: "Numbers of the chart",
  });
  Object.assign(cursor, { ariaValueMin: "1", ariaValueMax: String(rows.length), ariaValueNow: "1" });
  band.hidden = true;
  cursor.append(band, tip);
  plot.append(cursor);
  let at = rows.length - 1;

  /** @param {number} index */
  function show(index) {
    at = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[at];
    const cells = row ? texts(row, "th, td") : [];
    const numbers = COLUMNS.filter((column) => cells[column] !== undefined).map((column) => {
      const line = element("span", `${heads[column]} `);
      line.append(element("b", cells[column] ?? ""));
      return line;
    });
    const notes = texts(panel, `.notes [data-at="${at}"]`).map((note) => element("span", note));
    tip.replaceChildren(element("strong", cells[0] ?? ""), ...numbers, ...notes);
    const [start, end] = [(at / rows.length) * 100, ((at + 1) / rows.length) * 100];
    [band.style.left, band.style.width] = [`${start}%`, `${end - start}%`];
    const isLeft = start < 50;
    [tip.style.left, tip.style.right] = isLeft ? [`${end}%`, "auto"] : ["auto", `${100 - start}%`];
    tip.hidden = band.hidden = false;
    cursor.ariaValueNow = String(at + 1);
    cursor.ariaValueText = texts(tip, ":scope > *").join(", ");
  }
  const hide = () => {
    tip.hidden = band.hidden = true;
  };
  /** Opens the form of notes with the day of the bar. */
  function addNote() {
    const day = form?.querySelector("[name=day]");
    if (!(form instanceof HTMLDetailsElement) || !(day instanceof HTMLInputElement)) return;
    form.open = true;
    day.value = (form.dataset.days ?? "").split(" ")[at] ?? day.value;
    const text = form.querySelector("[name=text]");
    if (text instanceof HTMLElement) text.focus();
  }
  /** @param {PointerEvent} event */
  const point = ({ clientX }) => {
    const { left, width } = cursor.getBoundingClientRect();
    show(Math.floor(((clientX - left) / width) * rows.length));
  };
  cursor.addEventListener("pointermove", point);
  cursor.addEventListener("pointerdown", point);
  cursor.addEventListener("pointerleave", hide);
  cursor.addEventListener("focus", () => show(at));
  cursor.addEventListener("blur", hide);
  cursor.addEventListener("click", addNote);
  cursor.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: rows.length - 1 };
    const next = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (event.key === "Enter") addNote();
    else if (event.key === "Escape") hide();
    else if (next !== undefined) show(next);
    else return;
    event.preventDefault();
  });
}

/**
 * Hours of days: a tip above the cell or heading.
 * @param {HTMLElement} figure
 */
function addTips(figure) {
  const tip = newTip();
  figure.append(tip);
  /** @param {Event} event */
  const show = ({ target }) => {
    const cell = target instanceof Element ? target.closest("[data-tip]") : null;
    tip.hidden = !(cell instanceof HTMLElement);
    if (!(cell instanceof HTMLElement)) return;
    tip.textContent = cell.dataset.tip ?? "";
    const [box, around] = [cell.getBoundingClientRect(), figure.getBoundingClientRect()];
    const left = box.left - around.left + box.width / 2 - tip.offsetWidth / 2;
    tip.style.left = `${Math.max(0, Math.min(left, around.width - tip.offsetWidth))}px`;
    tip.style.top = `${box.top - around.top - tip.offsetHeight - 6}px`;
  };
  for (const name of ["pointerover", "focusin"]) figure.addEventListener(name, show);
  for (const name of ["pointerleave", "focusout"])
    figure.addEventListener(name, () => {
      tip.hidden = true;
    });
}

for (const figure of document.querySelectorAll("figure.chart")) {
  const plot = figure.querySelector(".plot");
  if (plot) addCursor(plot, figure);
  else if (figure instanceof HTMLElement) addTips(figure);
}
