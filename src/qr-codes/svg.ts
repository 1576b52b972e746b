/// <reference path="./qrcode-svg.d.ts" />
import QRCode from "qrcode-svg";
import { MAX_ENCODED_BYTES } from "./encodable.ts";
import { type Bits, penalty, toBits, xor } from "./penalty.ts";

/** Light modules on each side of the symbol, as ISO/IEC 18004 demands. */
const QUIET_ZONE = 4;

/** Least width and height in CSS pixels when the image is opened by itself; embedded, it takes any size. */
const LEAST_SIZE = 512;

/** Bytes that fit at level M, by version from 1 on (ISO/IEC 18004, data capacity in byte mode). */
const CAPACITIES = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
  857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
];

/** Rows of modules; `true` is dark. */
type Modules = QRCode.Model["modules"];

/**
 * A level M symbol that each `encode` fills and draws anew, in one go. Made at the first one, as it takes
 * milliseconds in a cold isolate that may only have to redirect.
 */
let model: QRCode.Model | undefined;

/**
 * The symbol of `content` (ASCII) in the smallest version that holds it. The library's constructor counts
 * three bytes too many when it picks the version, at times one too large; its model draws any version.
 */
function encode(content: string): Modules {
  const version = CAPACITIES.findIndex((capacity) => content.length <= capacity) + 1;
  if (version === 0) {
    throw new RangeError(
      `A QR code holds a URL of at most ${MAX_ENCODED_BYTES} bytes, this one has ${content.length}`,
    );
  }
  model ??= new QRCode({ content: "-", ecl: "M" }).qrcode;
  model.typeNumber = version;
  model.dataList = [];
  model.addData(content);
  model.makeImpl(false, 0);
  const mask = bestMask(toBits(model.modules), masksOf(model));
  if (mask > 0) model.makeImpl(false, mask);
  return model.modules;
}

/** What each mask changes in a symbol drawn with mask 0: the same for every content. By version. */
const masks = new Map<number, Bits[]>();

function masksOf(model: QRCode.Model): Bits[] {
  const known = masks.get(model.typeNumber);
  if (known) return known;
  const symbols = Array.from({ length: 8 }, (_, mask) => {
    model.makeImpl(false, mask);
    return toBits(model.modules);
  });
  const [first] = symbols;
  const differences = first ? symbols.map((symbol) => xor(symbol, first)) : [];
  masks.set(model.typeNumber, differences);
  model.makeImpl(false, 0);
  return differences;
}

/** The mask whose symbol has the least penalty. */
function bestMask(symbol: Bits, differences: readonly Bits[]): number {
  const points = differences.map((difference) => penalty(xor(symbol, difference)));
  return points.indexOf(Math.min(...points));
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
 * some scanners refuse) and styles each module inline, which our Content-Security-Policy blocks.
 *
 * @param url an absolute URL; its `href` is encoded, so the content is ASCII whatever was typed.
 * @throws TypeError when `url` is not an absolute URL.
 * @throws RangeError when its `href` is longer than 2,331 bytes.
 */
export function renderQrSvg(url: string): string {
  const modules = encode(new URL(url).href);
  const side = modules.length + 2 * QUIET_ZONE;
  // Whole pixels for each module: some decoders lose large symbols whose modules differ in width.
  const size = side * Math.ceil(LEAST_SIZE / side);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"` +
    ` shape-rendering="crispEdges" role="img" aria-label="QR code">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path fill="#000" d="${outline(modules)}"/></svg>`
  );
}
