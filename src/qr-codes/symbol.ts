/// <reference path="./qrcode-svg.d.ts" />
import QRCode from "qrcode-svg";
import { type Level, maxBytes, versionFor } from "./capacities.ts";
import { contentOf } from "./encodable.ts";
import { type Bits, penalty, toBits, xor } from "./penalty.ts";

/** The modules of a symbol, row by row from the top, without a quiet zone; `true` is dark. */
export type Modules = QRCode.Model["modules"];

/**
 * A symbol for each level that each call fills and draws anew, in one go. Made at the first one, as it takes
 * milliseconds in a cold isolate that may only have to redirect.
 */
const models = new Map<Level, QRCode.Model>();

function modelOf(level: Level): QRCode.Model {
  const known = models.get(level);
  if (known) return known;
  const model = new QRCode({ content: "-", ecl: level }).qrcode;
  models.set(level, model);
  return model;
}

/**
 * The symbol of a URL's `href` in the smallest version that holds it. The library's constructor counts three bytes
 * too many when it picks the version, at times one too large; its model draws any version.
 *
 * @param url an absolute URL
 * @throws TypeError when `url` is not an absolute URL.
 * @throws RangeError when no code of `level` holds its `href`.
 */
export function symbolOf(url: string, level: Level): Modules {
  const content = contentOf(url);
  const version = versionFor(content.length, level);
  if (version === null) {
    throw new RangeError(
      `A QR code holds a URL of at most ${maxBytes(level)} bytes at level ${level}, this one has ${content.length}`,
    );
  }
  const model = modelOf(level);
  model.typeNumber = version;
  model.dataList = [];
  model.addData(content);
  model.makeImpl(false, 0);
  const mask = bestMask(toBits(model.modules), masksOf(model));
  if (mask > 0) model.makeImpl(false, mask);
  return model.modules;
}

/**
 * What each mask changes in a symbol drawn with mask 0, by version. It is the same for every content and level: the
 * check bits of the format information are linear in the mask's number.
 */
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
