import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import {
  LEVELS,
  type Level,
  maxBytes,
  sideOf,
  symbolSide,
  versionFor,
} from "../../src/features/qr-codes/capacities.ts";
import { symbolOf } from "../../src/features/qr-codes/symbol.ts";
import { IS_DEEP } from "../seeds.ts";

const zxingWriter = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(zxingWriter)).buffer } });

/** An absolute URL of any length from 3 on. */
const urlOf = (length: number) => "a:".padEnd(length, "shoppable-");

const rows = (side: number, isDark: (x: number, y: number) => boolean) =>
  Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => (isDark(x, y) ? "#" : ".")).join(""),
  );

/** The symbol of another encoder with one of the masks, in the smallest version that holds the text. */
async function zxingSymbol(text: string, level: Level, mask: number): Promise<string[]> {
  const { symbol } = await writeBarcode(text, {
    format: "QRCode",
    addQuietZones: false,
    options: `ecLevel=${level},dataMask=${mask}`,
  });
  return rows(symbol.width, (x, y) => symbol.data[y * symbol.width + x] === 0);
}

/** The mask that a symbol says it has, from the format information beside its top left corner. */
function maskOf(symbol: readonly (readonly boolean[])[]): number {
  const bit = (x: number, flip: boolean) => Number(symbol[8]?.[x] === true) ^ Number(flip);
  return bit(2, true) * 4 + bit(3, false) * 2 + bit(4, true);
}

/** The version that qrcode-svg draws wrongly; the next larger one takes its place. */
const isLeftOut = (version: number, level: Level) => version === 15 && level === "H";

/** For each version that is drawn at a level, the most that it holds. */
function fullLengths(level: Level): [version: number, length: number][] {
  return Array.from({ length: 40 }, (_, index): [number, number] => {
    const version = index + 1;
    let length = 3;
    while ((versionFor(length + 1, level) ?? 41) <= version) length++;
    return [version, length];
  }).filter(([version]) => !isLeftOut(version, level));
}

describe.each(LEVELS)("at level %s", (level) => {
  test("every version, full, is that of another encoder, module for module", async () => {
    for (const [version, length] of fullLengths(level)) {
      // In depth all; else all small versions, whose formats differ most, and the largest.
      if (!IS_DEEP && version > 10 && version < 39) continue;
      const url = urlOf(length);
      const symbol = symbolOf(url, level);
      const ours = rows(symbol.length, (x, y) => symbol[y]?.[x] === true);
      expect(symbol.length, `version ${version}`).toBe(17 + 4 * version);
      expect(ours.join("\n"), `version ${version}`).toBe(
        (await zxingSymbol(url, level, maskOf(symbol))).join("\n"),
      );
    }
  });

  test("one byte more takes a larger version, for the other encoder too", async () => {
    for (const [version, length] of fullLengths(level).slice(0, -1)) {
      // Every fourth is enough. 14 is one of them, whose next version is left out at H.
      if (version % 4 !== 2) continue;
      const other = (await zxingSymbol(urlOf(length + 1), level, 0)).length;
      const next = isLeftOut(version + 1, level) ? 2 : 1;
      expect(symbolSide(urlOf(length + 1), level)).toBe(sideOf(version + next));
      expect(other).toBe(sideOf(version + 1));
    }
  });

  test("nothing exceeds the largest version", () => {
    expect(symbolSide(urlOf(maxBytes(level)), level)).toBe(177);
    expect(symbolSide(urlOf(maxBytes(level) + 1), level)).toBeNull();
    expect(() => symbolOf(urlOf(maxBytes(level) + 1), level)).toThrow(RangeError);
  });
});

test("a symbol does not depend on what was drawn before at another level", () => {
  const first = symbolOf(urlOf(40), "Q");
  for (const level of LEVELS) symbolOf(urlOf(60), level);
  expect(symbolOf(urlOf(40), "Q")).toEqual(first);
});
