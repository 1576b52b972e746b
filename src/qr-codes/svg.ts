import { DEFAULT_LEVEL } from "./encodable.ts";
import { defaultOptions } from "./image-options.ts";
import { modulesAcross, type Picture, pixelLayout } from "./picture.ts";
import { runsOf } from "./runs.ts";
import { symbolOf } from "./symbol.ts";

/**
 * Path data of the dark modules: a rectangle one unit high for each run. Each is placed relative to the one before
 * (closing a rectangle takes the pen back to where it began), a tenth shorter than absolute.
 */
function outline({ modules, quietZone }: Picture): string {
  let path = "";
  let penX = -quietZone;
  let penY = -quietZone;
  for (const { x, y, length } of runsOf(modules)) {
    path += `m${x - penX} ${y - penY}h${length}v1h${-length}z`;
    penX = x;
    penY = y;
  }
  return path;
}

/** A colour in as few characters as CSS allows: `#fff` for `#ffffff`. */
const short = (color: string): string => color.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");

/**
 * Draws a picture as an SVG document. Its size is in CSS pixels when it is opened by itself; embedded, it takes any
 * size. One unit is one module, or one pixel where the size leaves pixels over.
 *
 * The markup is ours and not the library's, whose `svg()` swaps rows with columns (a mirrored symbol, which
 * some scanners refuse) and styles each module inline, which our Content-Security-Policy blocks.
 */
export function drawSvg(picture: Picture): string {
  const across = modulesAcross(picture);
  const { size, module, offset } = pixelLayout(picture);
  const isWhole = size === across * module;
  const side = isWhole ? across : size;
  const start = offset - picture.quietZone * module;
  const place = isWhole ? "" : ` transform="translate(${start} ${start}) scale(${module})"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"` +
    ` shape-rendering="crispEdges" role="img" aria-label="QR code">` +
    `<rect width="${side}" height="${side}" fill="${short(picture.background)}"/>` +
    `<path fill="${short(picture.color)}"${place} d="${outline(picture)}"/></svg>`
  );
}

/**
 * Draws the plain image of a URL, which has no options: black on white, error correction level M, a quiet zone of 4.
 * It is printed and kept, so it must stay as it is to the byte.
 *
 * @param url an absolute URL; its `href` is encoded, so the content is ASCII whatever was typed.
 * @throws TypeError when `url` is not an absolute URL.
 * @throws RangeError when its `href` is longer than 2,331 bytes.
 */
export const renderQrSvg = (url: string): string =>
  drawSvg({ ...defaultOptions("svg"), modules: symbolOf(url, DEFAULT_LEVEL) });
