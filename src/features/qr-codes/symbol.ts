/// <reference path="./qrcode-svg.d.ts" />
import QRCode from "qrcode-svg";
import { contentOf, type Level, maxBytes, versionFor } from "./capacities.ts";

/** The modules of a symbol, row by row from the top, without a quiet zone; `true` is dark. */
export type Modules = QRCode.Model["modules"];

/**
 * The symbol of a URL's `href` in the smallest version that fits. The library's constructor overestimates the length by three bytes and may choose a larger version; its model draws any version.
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
  const { qrcode: model } = new QRCode({ content: "-", ecl: level });
  model.typeNumber = version;
  model.dataList = [];
  model.addData(content);
  model.make();
  return model.modules;
}
