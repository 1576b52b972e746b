import { crc32, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readBarcodes } from "zxing-wasm/reader";
import { LEVELS } from "../../src/features/qr-codes/capacities.ts";
import { draw } from "../../src/features/qr-codes/draw.ts";
import { defaultOptions, type ImageOptions } from "../../src/features/qr-codes/image-options.ts";
import { symbolOf } from "../../src/features/qr-codes/symbol.ts";
import { decodeWithZxing, pixelsOfPng, rasterize, urlOfLength } from "./qr-decoding.ts";

const COLORS = [
  { color: "#000000", background: "#ffffff" },
  { color: "#c8102e", background: "#ffffff" },
  { color: "#00563f", background: "#ffe9a8" },
];

/** The fewest pixels that a plain module may have. */
const LEAST = 2;

/** Combinations in which every value of every option occurs with most of the others. */
const CASES = [20, 39, 100, 300].flatMap((length, row) =>
  LEVELS.flatMap((level, column) =>
    (row % 2 === column % 2 ? [2, 16] : [4, 7]).map((quietZone, index) => {
      const colors = COLORS[(row + column + index) % COLORS.length] ?? { color: "", background: "" };
      const modules = symbolOf(urlOfLength(length), level);
      const least = LEAST * (modules.length + 2 * quietZone);
      const size = [least, Math.max(least, 256) + 1, 512, 1021][(row + column + 2 * index) % 4] ?? 0;
      const options = { ...defaultOptions("png"), level, quietZone, ...colors };
      return { length, level, options: { ...options, size: Math.max(size, least) } };
    }),
  ),
);

const pngOf = async (length: number, options: Partial<ImageOptions>): Promise<Uint8Array<ArrayBuffer>> =>
  Buffer.from(await draw(urlOfLength(length), "png", { ...defaultOptions("png"), ...options }, null));
const svgOf = async (length: number, options: Partial<ImageOptions>): Promise<string> =>
  String(await draw(urlOfLength(length), "svg", { ...defaultOptions("svg"), ...options }, null));

/** The chunks of a PNG after their checksums were checked. */
function chunksOf(png: Uint8Array): { type: string; data: Buffer }[] {
  const file = Buffer.from(png);
  expect(file.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.push({ type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

describe("PNG", () => {
  test.each(CASES)(
    "$length bytes at level $level, quiet zone $options.quietZone, $options.size px",
    async ({ length, level, options }) => {
      const image = pixelsOfPng(await pngOf(length, options), options.size);
      expect(await decodeWithZxing(image)).toMatchObject({
        text: urlOfLength(length),
        isMirrored: false,
        isInverted: false,
        errorCorrectionLevel: level,
        unusedErrorCorrection: 1,
      });
    },
  );

  test.each([64, 128, 256, 1024, 2048, 4096])("%i px has exactly that size and is read", async (size) => {
    const png = await pngOf(20, { size, quietZone: 2 });
    expect([Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)]).toEqual([size, size]);
    // The decoder reads the file itself, with its own reader of PNG.
    const [code] = await readBarcodes(new Blob([png]), { formats: ["QRCode"] });
    expect(code?.text).toBe(urlOfLength(20));
  });

  test.each(LEVELS)("the largest code of level %s is read at its least size", async (level) => {
    const length = { L: 2953, M: 2331, Q: 1663, H: 1273 }[level];
    const url = urlOfLength(length);
    const size = LEAST * (symbolOf(url, level).length + 8);
    const image = pixelsOfPng(await pngOf(length, { size, level }), size);
    expect((await decodeWithZxing(image))?.text).toBe(url);
  });

  test("has one bit a pixel, a palette of two colors, and valid chunks", async () => {
    const png = await pngOf(39, { size: 1023, color: "#123456", background: "#fedcba" });
    const chunks = chunksOf(png);
    expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    const [header, palette, data] = chunks.map((chunk) => chunk.data);
    // Size, one bit, palette, and the only compression, filters and order of lines that there are.
    expect(header?.toString("hex")).toBe("000003ff000003ff0103000000");
    expect(palette?.toString("hex")).toBe("fedcba123456");
    expect(inflateSync(data ?? Buffer.of()).length).toBe(1023 * (1 + 128));
    expect(png.length).toBeLessThan(3_000);
  });

  test("of 4096 px takes little room", async () => {
    expect((await pngOf(2331, { size: 4096 })).length).toBeLessThan(100_000);
  });
});

describe("a picture of pixels", () => {
  test.each(CASES)(
    "$length bytes, quiet zone $options.quietZone, $options.size px: SVG and PNG are equal pixel for pixel",
    async ({ length, options }) => {
      const svg = rasterize(await svgOf(length, options));
      const png = pixelsOfPng(await pngOf(length, options), options.size);
      expect([svg.width, svg.height]).toEqual([options.size, options.size]);
      expect(Buffer.compare(Buffer.from(svg.data.buffer), Buffer.from(png.data.buffer))).toBe(0);
    },
  );

  test("has whole modules of one size, in the middle to a pixel, and at least the quiet zone asked for", async () => {
    const modules = symbolOf(urlOfLength(39), "M");
    const across = modules.length + 8;
    for (let size = 74; size < 260; size += 7) {
      const module = Math.floor(size / across);
      const offset = Math.floor((size - modules.length * module) / 2);
      const { data } = pixelsOfPng(await pngOf(39, { size }), size);
      for (let pixel = 0; pixel < size * size; pixel++) {
        const [x, y] = [pixel % size, Math.floor(pixel / size)].map((at) =>
          Math.floor((at - offset) / module),
        );
        const isDark = modules[y ?? -1]?.[x ?? -1] === true;
        if ((data[4 * pixel] === 0) !== isDark) expect.fail(`pixel ${pixel} of ${size} is wrong`);
      }
    }
  });

  test("without a size has 512 pixels or a little more, all of them in whole modules", async () => {
    const { width } = rasterize(await svgOf(39, { size: undefined }));
    expect(width).toBe(518);
  });

  test("that is too small for its modules is rejected with the minimum size", async () => {
    for (const of of [svgOf, pngOf]) {
      await expect(of(39, { size: 73 })).rejects.toThrow(
        expect.objectContaining({
          code: "validation_failed",
          details: [{ field: "size", message: expect.stringContaining("at least 74 ") }],
        }),
      );
      expect((await of(39, { size: 74 })).length).toBeGreaterThan(100);
    }
  });
});
