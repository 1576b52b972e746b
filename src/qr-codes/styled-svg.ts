import { base64 } from "../core/base64.ts";
import type { Artwork } from "./artwork.ts";
import { type Brush, short, writeLayers } from "./artwork-text.ts";
import type { Path } from "./path.ts";
import { type Extent, pixelExtent } from "./styled-size.ts";

/** Path data with relative steps, which are shorter. */
function dataOf(path: Path): string {
  let data = "";
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const step of path) {
    if (step[0] === "Z") {
      data += "z";
      [x, y] = [startX, startY];
      continue;
    }
    const [kind, ...points] = step;
    const relative = points.map((value, index) => short(value - (index % 2 === 0 ? x : y)));
    if (kind === "L" && relative[1] === "0") data += `h${relative[0]}`;
    else if (kind === "L" && relative[0] === "0") data += `v${relative[1]}`;
    else data += `${kind.toLowerCase()}${relative.join(" ")}`;
    // What is written is rounded, and so is where the pen is taken to be.
    x += Number(relative.at(-2));
    y += Number(relative.at(-1));
    if (kind === "M") [startX, startY] = [x, y];
  }
  return data;
}

const BRUSH: Brush = {
  fill: (path, color, rule) =>
    `<path fill="${color}"${rule === "evenodd" ? ' fill-rule="evenodd"' : ""} d="${dataOf(path)}"/>`,
  lines: (path, color, width) =>
    `<path fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round"` +
    ` stroke-linejoin="round" d="${dataOf(path)}"/>`,
  picture: ({ picture, x, y, width, height }) =>
    `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"` +
    ` href="data:${picture.mediaType};base64,${base64(picture.bytes)}"/>`,
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
