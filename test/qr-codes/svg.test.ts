import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { compose } from "../../src/features/qr-codes/compose.ts";
import { drawPlainSvg } from "../../src/features/qr-codes/draw.ts";
import { PLAIN } from "../../src/features/qr-codes/style.ts";
import { symbolOf } from "../../src/features/qr-codes/symbol.ts";
import { decodeWithZxing, type Pixels, rasterize, urlOfLength } from "./qr-decoding.ts";

const TYPICAL = "https://sho.example/ab12cd34?qr=default";
const QUIET_ZONE = 4;

/** Bytes that just fill a symbol at level M, on both sides of each change of structure (versions 1 to 39). */
const FULL = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 412, 997, 1059, 2213];

const zxingWriter = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(zxingWriter)).buffer } });

function sideOf(svg: string): number {
  return Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
}

/** Rows of `#` and `.`, one for each module, from pixels and not from markup. */
function modulesOf(svg: string): string[] {
  const { data, width } = rasterize(svg, sideOf(svg));
  return rowsOf(width, (pixel) => data[4 * pixel] === 0);
}

function rowsOf(width: number, isDark: (index: number) => boolean): string[] {
  return Array.from({ length: width }, (_, y) =>
    Array.from({ length: width }, (_, x) => (isDark(y * width + x) ? "#" : ".")).join(""),
  );
}

function withoutQuietZone(rows: string[]): string[] {
  return rows.slice(QUIET_ZONE, -QUIET_ZONE).map((row) => row.slice(QUIET_ZONE, -QUIET_ZONE));
}

function transpose({ data, width, height }: Pixels): Pixels {
  const pixels = new Uint32Array(data.buffer);
  const swapped = pixels.map(
    (_, index) => pixels[(index % height) * width + Math.floor(index / height)] ?? 0,
  );
  return { data: new Uint8ClampedArray(swapped.buffer), width: height, height: width };
}

describe("what scanners decode", () => {
  const readable = [
    ...[20, 28, 39, 60, 100, 180, 250].flatMap((length) => [256, 512].map((px) => ({ length, px }))),
    ...[20, 39, 100, 300, 500, 1000, 1500, 2000, 2331].map((length) => ({ length, px: undefined })),
  ];

  test.each(readable)("is the URL, $length bytes at $px px, to both decoders", async ({ length, px }) => {
    const url = urlOfLength(length);
    const image = rasterize(drawPlainSvg(url), px);

    expect(await decodeWithZxing(image)).toMatchObject({
      text: url,
      isMirrored: false,
      isInverted: false,
      rotation: 0,
      errorCorrectionLevel: "M",
      unusedErrorCorrection: 1,
    });
  });

  test("would be reported as mirrored if rows and columns were swapped", async () => {
    const image = transpose(rasterize(drawPlainSvg(TYPICAL)));

    expect(await decodeWithZxing(image)).toMatchObject({ text: TYPICAL, isMirrored: true });
  });

  test("is the ASCII form of an internationalised URL", async () => {
    const image = rasterize(drawPlainSvg("https://bücher.example/größe?q=naïve café"));
    const ascii = "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe?q=na%C3%AFve%20caf%C3%A9";

    expect((await decodeWithZxing(image))?.text).toBe(ascii);
  });
});

describe("the symbol", () => {
  const lengths = [20, 39, ...FULL.flatMap((length) => [length, length + 1]), 2331];

  test.each(lengths)("of %i bytes is, module for module, that of another encoder", async (length) => {
    const url = urlOfLength(length);
    const svg = drawPlainSvg(url);
    const reading = await decodeWithZxing(rasterize(svg));
    // No version given: zxing takes the smallest that fits.
    const { symbol } = await writeBarcode(url, {
      format: "QRCode",
      addQuietZones: false,
      options: `ecLevel=M,dataMask=${reading?.dataMask}`,
    });

    expect(symbol.width).toBeGreaterThanOrEqual(21);
    expect(withoutQuietZone(modulesOf(svg))).toEqual(rowsOf(symbol.width, (i) => symbol.data[i] === 0));
  });

  test("has a finder pattern in each corner except bottom right", () => {
    const rows = withoutQuietZone(modulesOf(drawPlainSvg(TYPICAL)));
    const corner = (top: boolean, left: boolean) =>
      (top ? rows.slice(0, 7) : rows.slice(-7)).map((row) => (left ? row.slice(0, 7) : row.slice(-7)));
    const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];

    expect(corner(true, true)).toEqual(finder);
    expect(corner(true, false)).toEqual(finder);
    expect(corner(false, true)).toEqual(finder);
    expect(corner(false, false)).not.toEqual(finder);
  });
});

describe("the image", () => {
  test.each([TYPICAL, urlOfLength(2331)])(
    "paints every pixel black or white, the quiet zone white",
    (url) => {
      const svg = drawPlainSvg(url);
      const { data, width, height } = rasterize(svg);
      const colors = new Uint32Array(data.buffer);
      const module = width / sideOf(svg);
      const margin = QUIET_ZONE * module;
      const inMargin = (index: number) =>
        Math.min(index % width, Math.floor(index / width)) < margin ||
        Math.max(index % width, Math.floor(index / width)) >= width - margin;

      expect(height).toBe(width);
      expect(width).toBeGreaterThanOrEqual(512);
      expect(module % 1).toBe(0);
      expect(new Set(colors)).toEqual(new Set([0xff000000, 0xffffffff]));
      expect(new Set(colors.filter((_, index) => inMargin(index)))).toEqual(new Set([0xffffffff]));
    },
  );

  test("needs nothing that a strict Content-Security-Policy blocks, and is small", () => {
    const svg = drawPlainSvg(TYPICAL);

    expect(svg.match(/<\w+/g)).toEqual(["<svg", "<rect", "<g", "<path"]);
    expect(svg).not.toMatch(/style|script|href|\son\w+=/);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*role="img" aria-label="[^"]+"/);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(3500);
  });
});

describe("refusals", () => {
  test("throws a RangeError that tells the limit when the URL does not fit", () => {
    expect(() => drawPlainSvg(urlOfLength(2332))).toThrow(RangeError);
    expect(() => drawPlainSvg(urlOfLength(2332))).toThrow(/at most 2331 bytes.* 2332/);
  });

  test("counts the bytes of the href, not the characters typed", () => {
    expect(() => drawPlainSvg(`https://a.bc/${"é".repeat(400)}`)).toThrow(RangeError);
    expect(() => drawPlainSvg(`https://a.bc/${"é".repeat(386)}`)).not.toThrow();
  });

  test("throws a TypeError when it is given something that is no absolute URL", () => {
    expect(() => drawPlainSvg("/ab12cd34")).toThrow(TypeError);
  });
});

test("a frame stays four modules away, whatever quiet zone is asked for", () => {
  const style = { ...PLAIN, frame: "en" } as const;
  const modules = symbolOf(TYPICAL, "M");
  const widthAt = (quietZone: number) => compose({ modules, quietZone, style, logo: null }).width;
  expect(widthAt(2)).toBe(widthAt(4));
  expect(widthAt(5)).toBe(widthAt(4) + 2);
});
