import encodeQR from "qr";
import { type Level, maxBytes, versionFor } from "./capacities.ts";
import { contentOf } from "./encodable.ts";

/** The modules of a symbol, row by row from the top, without a quiet zone; `true` is dark. */
export type Modules = readonly (readonly boolean[])[];

const LEVEL_NAMES = { L: "low", M: "medium", Q: "quartile", H: "high" } as const;

/**
 * The symbol of a URL's `href` in the smallest version that holds it.
 *
 * @param url an absolute URL
 * @throws TypeError when `url` is not an absolute URL.
 * @throws RangeError when no code of `level` holds its `href`.
 */
export function symbolOf(url: string, level: Level): Modules {
  const content = contentOf(url);
  if (versionFor(content.length, level) === null) {
    throw new RangeError(
      `A QR code holds a URL of at most ${maxBytes(level)} bytes at level ${level}, this one has ${content.length}`,
    );
  }
  // Bytes, so that what fits depends on the length alone. The library draws a border of one module at least.
  const options = { ecc: LEVEL_NAMES[level], encoding: "byte", border: 1 } as const;
  return encodeQR(content, "raw", options)
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
}
