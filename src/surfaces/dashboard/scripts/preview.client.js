// A frame that follows the form beside it, and a color picker beside the color of a brand.

const frame = document.querySelector("iframe[data-preview]");
const form = frame?.closest("form") ?? document.querySelector("form.form");
const text = document.getElementById("brand.accent");
const file = document.querySelector("input[type=file]");
/** The frame is requested this long after the last key, in milliseconds. */
const PAUSE_MS = 250;

/** Keeps a color picker and the text of the color equal. @param {HTMLInputElement} color */
function addPicker(color) {
  const picker = document.createElement("input");
  picker.type = "color";
  picker.setAttribute("aria-label", "Choose a color");
  const line = document.createElement("div");
  line.className = "picker";
  color.before(line);
  line.append(picker, color);
  const follow = () => {
    if (/^#[0-9a-f]{6}$/i.test(color.value)) picker.value = color.value;
  };
  follow();
  color.addEventListener("input", follow);
  picker.addEventListener("input", () => {
    color.value = picker.value;
  });
}

if (frame instanceof HTMLIFrameElement && form instanceof HTMLFormElement) {
  if (text instanceof HTMLInputElement) addPicker(text);
  /** The chosen file as a data URL, which the page's policy allows. */
  let logo = "";
  frame.addEventListener("load", () => {
    const page = frame.contentDocument;
    if (page && frame.dataset.fit !== undefined) frame.style.height = `${page.body.offsetHeight}px`;
    const heading = page?.querySelector("h1");
    if (!page || !heading || logo === "") return;
    const image = page.createElement("img");
    image.className = "logo";
    image.src = logo;
    page.querySelector(".logo, .brand")?.remove();
    heading.before(image);
  });
  const prefixes = (frame.dataset.fields ?? "").split(" ");
  let shown = "";
  const show = () => {
    const fields = [...new FormData(form)].filter(([name]) => prefixes.some((each) => name.startsWith(each)));
    const query = String(new URLSearchParams(fields.map(([name, value]) => [name, String(value)])));
    if (query === shown) return;
    shown = query;
    frame.contentWindow?.location.replace(`${frame.dataset.preview}?${query}`);
  };
  let timer = 0;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
  file?.addEventListener("change", () => {
    const chosen = file instanceof HTMLInputElement ? file.files?.[0] : undefined;
    if (!chosen) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      logo = String(reader.result);
      shown = "";
      show();
    });
    reader.readAsDataURL(chosen);
  });
}
