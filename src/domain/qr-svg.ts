import QRCode from "qrcode-svg";

/** Light modules on each side of the symbol: what ISO/IEC 18004 demands, and scanners count on. */
const QUIET_ZONE = 4;

/** Width and height in CSS pixels when the image is looked at by itself; embedded, it takes any size. */
const SIZE = 512;

/** Bytes that fit at level M, by version from 1 on (ISO/IEC 18004, table of data capacities, byte mode). */
const CAPACITIES = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
  857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
];

/** The library adds three bytes (a byte order mark that ASCII never gets) when it looks for a version. */
const COUNTED_TOO_MANY = 3;
const MAX_BYTES = 2331 - COUNTED_TOO_MANY;

/** Rows of modules; `true` is dark. */
type Modules = readonly (readonly boolean[])[];

/** The symbol's modules by row and column, at level M, in the smallest version that holds `content` (ASCII). */
function encode(content: string): Modules {
  if (content.length > MAX_BYTES) {
    throw new RangeError(
      `A QR code holds a URL of at most ${MAX_BYTES} bytes; this one has ${content.length}`,
    );
  }
  const { qrcode } = new QRCode({ content, ecl: "M" });
  const version = CAPACITIES.findIndex((capacity) => content.length <= capacity) + 1;
  if (qrcode.typeNumber !== version) {
    qrcode.typeNumber = version;
    qrcode.dataCache = null;
    qrcode.make();
  }
  return qrcode.modules;
}

/**
 * Path data of the dark modules: a rectangle one unit high for each horizontal run. Each is placed relative to
 * the one before (closing a rectangle takes the pen back to where it began), a tenth shorter than absolute.
 */
function outline(modules: Modules): string {
  let path = "";
  let penX = -QUIET_ZONE;
  let penY = -QUIET_ZONE;
  for (const [y, row] of modules.entries()) {
    let end = 0;
    for (let start = row.indexOf(true); start !== -1; start = row.indexOf(true, end)) {
      const light = row.indexOf(false, start);
      end = light === -1 ? row.length : light;
      path += `m${start - penX} ${y - penY}h${end - start}v1h${start - end}z`;
      penX = start;
      penY = y;
    }
  }
  return path;
}

/**
 * Draws the QR code of a URL as an SVG document: black on white, error correction level M, quiet zone
 * included. One unit of the view box is one module.
 *
 * The markup is ours and not the library's, whose `svg()` swaps rows with columns (a mirrored symbol, which
 * many scanners refuse) and styles each module inline, which our Content-Security-Policy blocks.
 *
 * @param url an absolute URL; its `href` is encoded, so the content is ASCII whatever was typed.
 * @throws TypeError when `url` is not an absolute URL.
 * @throws RangeError when its `href` is longer than 2,328 bytes and does not fit.
 */
export function renderQrSvg(url: string): string {
  const modules = encode(new URL(url).href);
  const side = modules.length + 2 * QUIET_ZONE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${side} ${side}"` +
    ` shape-rendering="crispEdges" role="img" aria-label="QR code">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path fill="#000" d="${outline(modules)}"/></svg>`
  );
}
