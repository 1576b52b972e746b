// A color picker beside the color of a brand, and a preview that follows the form.

const frame = document.querySelector("iframe[data-preview]");
const form = document.querySelector("form.form");
const text = document.getElementById("brand.accent");
const file = document.querySelector("input[type=file]");
/** The preview is requested this long after the last key, in milliseconds. */
const PAUSE_MS = 250;

if (
  frame instanceof HTMLIFrameElement &&
  form instanceof HTMLFormElement &&
  text instanceof HTMLInputElement
) {
  const picker = document.createElement("input");
  picker.type = "color";
  picker.setAttribute("aria-label", "Choose a color");
  const line = document.createElement("div");
  line.className = "picker";
  text.before(line);
  line.append(picker, text);
  const follow = () => {
    if (/^#[0-9a-f]{6}$/i.test(text.value)) picker.value = text.value;
  };
  follow();
  picker.addEventListener("input", () => {
    text.value = picker.value;
  });

  /** The chosen file as a data URL, which the page's policy allows. */
  let logo = "";
  frame.addEventListener("load", () => {
    const page = frame.contentDocument;
    const heading = page?.querySelector("h1");
    if (!page || !heading || logo === "") return;
    const image = page.querySelector(".logo") ?? page.createElement("img");
    image.className = "logo";
    image.setAttribute("src", logo);
    heading.before(image);
  });
  const show = () => {
    const fields = [...new FormData(form)].filter(([name]) => name.startsWith("brand."));
    const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
    frame.contentWindow?.location.replace(`${frame.dataset.preview}?${query}`);
  };
  let timer = 0;
  form.addEventListener("input", () => {
    follow();
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
  file?.addEventListener("change", () => {
    const chosen = file instanceof HTMLInputElement ? file.files?.[0] : undefined;
    if (!chosen) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      logo = String(reader.result);
      show();
    });
    reader.readAsDataURL(chosen);
  });
}
