import { base64 } from "../core/base64.ts";
import type { Artwork, ModulesLayer, StampsLayer } from "./artwork.ts";
import { type Brush, keptText, rounded, short, writeLayers } from "./artwork-text.ts";
import type { LogoPicture } from "./logo.ts";
import { type LineTexts, lineWidth, moduleLines } from "./module-lines.ts";
import { type Path, roundedRect } from "./path.ts";
import { runsOf } from "./runs.ts";
import { type Extent, pixelExtent } from "./styled-size.ts";

/** Path data with relative steps, which are shorter, and which begin where the pen is. */
const dataOf = keptText((path: Path): string => {
  let data = "";
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const step of path) {
    if (step[0] === "Z") {
      data += "z";
      x = startX;
      y = startY;
      continue;
    }
    if (step[0] === "C") {
      data += "c";
      for (let at = 1; at < 7; at += 2) {
        if (at > 1) data += " ";
        data += `${short(Number(step[at]) - x)} ${short(Number(step[at + 1]) - y)}`;
      }
      x += rounded(step[5] - x);
      y += rounded(step[6] - y);
      continue;
    }
    // What is written is rounded, and so is where the pen is taken to be.
    const across = rounded(step[1] - x);
    const down = rounded(step[2] - y);
    if (step[0] === "M") data += `m${across} ${down}`;
    else if (down === 0) data += `h${across}`;
    else data += across === 0 ? `v${down}` : `l${across} ${down}`;
    x += across;
    y += down;
    if (step[0] === "M") {
      startX = x;
      startY = y;
    }
  }
  return data;
});

const LINES: LineTexts = {
  across: (x, y, length) => `M${x} ${y}h${length}`,
  down: (x, y, length) => `M${x} ${y}v${length}`,
};

function modulesPath(layer: ModulesLayer): string {
  if (layer.shape !== "square") {
    const place = `transform="translate(${layer.x + 0.5} ${layer.y + 0.5})"`;
    return `<path ${place} ${strokeOf(layer.color, lineWidth(layer))} d="${moduleLines(layer, LINES)}"/>`;
  }
  let data = "";
  for (const { x, y, length } of runsOf(layer.modules)) {
    data += `M${x + layer.x} ${y + layer.y}h${length}v1h${-length}z`;
  }
  return `<path fill="${layer.color}" d="${data}"/>`;
}

const strokeOf = (color: string, width: number): string =>
  `fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"`;

function stampsPath({ color, drawn, x, y, factor, stamps }: StampsLayer): string {
  const scale = factor === 1 ? "" : `scale(${rounded(factor * 1_000) / 1_000})`;
  const paint =
    typeof drawn === "number"
      ? strokeOf(color, drawn)
      : `fill="${color}"${drawn === "evenodd" ? ' fill-rule="evenodd"' : ""}`;
  let data = "";
  for (const stamp of stamps) data += `M${short(stamp.x)} ${short(stamp.y)}${dataOf(stamp.path)}`;
  return `<path transform="translate(${short(x)} ${short(y)})${scale}" ${paint} d="${data}"/>`;
}

const dataUrls = new WeakMap<LogoPicture, string>();

/** A logo as it is written into an SVG, once for as long as the logo is kept. */
function dataUrlOf(picture: LogoPicture): string {
  const known = dataUrls.get(picture);
  if (known !== undefined) return known;
  const url = `data:${picture.mediaType};base64,${base64(picture.bytes)}`;
  dataUrls.set(picture, url);
  return url;
}

const BRUSH: Brush = {
  box: ({ x, y, width, height, radius, color }) =>
    `<path fill="${color}" d="${dataOf(roundedRect(x, y, width, height, radius))}"/>`,
  modules: modulesPath,
  stamps: stampsPath,
  picture: ({ picture, x, y, width, height }) =>
    `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"` +
    ` href="${dataUrlOf(picture)}"/>`,
  // A nested drawing cuts off what reaches out of it.
  within: ({ x, y, width, height }, parts) =>
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${parts.join("")}</svg>`,
};

/** Draws an artwork as an SVG document, `size` CSS pixels wide. One unit is one module. */
export function drawStyledSvg(artwork: Artwork, size: number | undefined): string {
  const extent: Extent = pixelExtent(artwork, size);
  const { width, height, module, left } = extent;
  const [unitsX, unitsY] = [short(width / module), short(height / module)];
  const place = left === 0 ? "" : ` transform="translate(${short(left / module)} ${short(left / module)})"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${unitsX} ${unitsY}"` +
    ` role="img" aria-label="QR code"><rect width="${unitsX}" height="${unitsY}" fill="${artwork.background}"/>` +
    `<g${place}>${writeLayers(artwork, BRUSH).join("")}</g></svg>`
  );
}
