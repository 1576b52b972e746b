// Draws a chosen logo as a PNG before it is sent: any picture that the browser shows, without its empty margins.

/** The longest side in pixels. */
const SIDE = 1024;
/** As in src/features/brands/read-logo.ts: a pixel that is nearly white, and the share of pixels that must not be. */
const NEARLY_WHITE = 224;
const SEEN = 1 / 1000;

/** Loads a file as a picture. A data URL, because the page's policy allows it and its canvas can be read. @param {File} file */
async function pictureOf(file) {
  const reader = new FileReader();
  const url = await new Promise((resolve, reject) => {
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", reject);
    reader.readAsDataURL(file);
  });
  const image = new Image();
  image.src = url;
  await image.decode();
  // In the page, an SVG without a size of its own gets one.
  document.body.append(image);
  const [width, height] = [image.naturalWidth || image.width, image.naturalHeight || image.height];
  image.remove();
  return { image, width, height };
}

/**
 * A part of a picture in these pixels.
 * @param {CanvasImageSource} image
 * @param {{ x: number, y: number, width: number, height: number }} part
 * @param {number} scale
 */
function draw(image, part, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return { canvas, pixels: context.getImageData(0, 0, canvas.width, canvas.height) };
}

/** The rectangle of all pixels that are drawn; null if there are none. @param {ImageData} pixels */
function drawnPart({ data, width, height }) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[4 * (y * width + x) + 3] ?? 0) < 8) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  return left < right ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Whether pixels can be seen on white. @param {ImageData} pixels */
function canBeSeen({ data }) {
  let seen = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255;
    const darkest = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    if (alpha * darkest + (1 - alpha) * 255 < NEARLY_WHITE) seen++;
  }
  return seen >= (data.length / 4) * SEEN;
}

/** The PNG of a file; a string if it can't be a logo. @param {File} file @param {number} most */
async function pngOf(file, most) {
  const { image, width, height } = await pictureOf(file);
  const isVector = file.type === "image/svg+xml";
  const scaleOf = (/** @type {number} */ side) => (isVector ? SIDE / side : Math.min(1, SIDE / side));
  const whole = { x: 0, y: 0, width, height };
  const first = scaleOf(Math.max(width, height));
  const found = drawnPart(draw(image, whole, first).pixels);
  if (!found) return "This picture is empty.";
  const part = {
    x: found.x / first,
    y: found.y / first,
    width: found.width / first,
    height: found.height / first,
  };
  for (let scale = scaleOf(Math.max(part.width, part.height)); ; scale *= 0.8) {
    const { canvas, pixels } = draw(image, part, scale);
    if (!canBeSeen(pixels)) return "This logo is too light to be seen on white. Choose a darker version.";
    /** @type {Blob | null} */
    const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!png) throw new Error("no PNG");
    if (png.size <= most) return new File([png], "logo.png", { type: "image/png" });
  }
}

const field = document.getElementById("logo-file");
const problem = document.getElementById("logo-file-error");
if (field instanceof HTMLInputElement && problem) {
  // Its own event, which tells the preview of the page.
  let isOwn = false;
  field.addEventListener("change", async () => {
    const [file] = field.files ?? [];
    if (!file || isOwn) return;
    const drawn = await pngOf(file, Number(field.dataset.most)).catch(() => "This file can't be shown.");
    problem.textContent = typeof drawn === "string" ? drawn : "";
    problem.hidden = typeof drawn !== "string";
    field.setAttribute("aria-invalid", String(typeof drawn === "string"));
    const files = new DataTransfer();
    if (typeof drawn === "string") field.value = "";
    else {
      files.items.add(drawn);
      field.files = files.files;
      isOwn = true;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      isOwn = false;
    }
  });
}
