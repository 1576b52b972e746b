import { describe, expect, test } from "vitest";
import { symbolSide } from "../../src/features/qr-codes/capacities.ts";
import { draw } from "../../src/features/qr-codes/draw.ts";
import type { ImageFormat } from "../../src/features/qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions } from "../../src/features/qr-codes/image-options.ts";
import { customFormat, PRINT_FORMATS } from "../../src/features/qr-codes/print-formats.ts";
import { drawPreview } from "../../src/features/qr-codes/print-preview.ts";
import { MIN_MODULE } from "../../src/ground/core/gtin.ts";
import { elementString } from "../core/element-string.ts";
import { decodeWithZxing, type Pixels, pixelsOfPng, rasterize } from "./qr-decoding.ts";
import { readers, read as readWith } from "./styles/readers.ts";

const GTIN = "09506000134352";
const URLS = [
  `https://id.brand.com/01/${GTIN}`,
  `https://${"long-name.".repeat(12)}example/01/${GTIN}`,
  `http://id.localhost:8787/01/${GTIN}`,
];

const image = async (url: string, options: Partial<ImageOptions> = {}, format: ImageFormat = "svg") =>
  draw(url, format, { ...defaultOptions(format), ...options }, null);

/** The picture in shades of gray, on white, for decoders that read files. */
function grays({ data, width, height }: Pixels) {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = data[4 * at + 3] === 0 ? 255 : (data[4 * at] ?? 0);
  return { width, height, data: pixels };
}

describe("the code of a GTIN encodes its address, which is the element string of a till", () => {
  test.each(URLS)("%s", async (url) => {
    for (const hri of ["0", "1"] as const) {
      const picture = rasterize(String(await image(url, { hri })), 600);
      const zxing = await decodeWithZxing(picture);
      expect(zxing?.text).toBe(url);
      expect(readers.map((reader) => readWith(reader, [grays(picture)]))).toEqual(readers.map(() => [url]));
      expect(elementString(zxing?.text ?? "")).toBe(`(01)${GTIN}`);
      expect(17 + 4 * (zxing?.version ?? 0)).toBe(symbolSide(url, "M"));
    }
  });

  test("in a PNG with its number, and with a frame", async () => {
    const options = { hri: "1", size: 500, frame: "en" } as const;
    const png = await image(URLS[0] ?? "", options, "png");
    if (typeof png === "string") throw new TypeError("a PNG is bytes");
    const height = new DataView(png.buffer).getUint32(20);
    expect(height).toBeGreaterThan(600);
    expect((await decodeWithZxing(pixelsOfPng(png, 500, height)))?.text).toBe(URLS[0]);
  });
});

test("the number is below the code where it is requested, and only for GTINs", async () => {
  const heightOf = (svg: unknown) => Number(/height="(\d+)"/.exec(String(svg))?.[1]);
  const url = URLS[0] ?? "";
  const [plain, numbered] = [await image(url), await image(url, { hri: "1" })];
  expect(heightOf(numbered)).toBeGreaterThan(heightOf(plain));
  expect(String(numbered)).toContain(`(01) ${GTIN}`);
  expect(await image("https://id.brand.com/soup", { hri: "1" })).toBe(
    await image("https://id.brand.com/soup"),
  );
});

test("modules have sharp edges, and the digits below them smooth ones", async () => {
  const url = URLS[0] ?? "";
  expect(String(await image(url))).toContain('shape-rendering="crispEdges"');
  expect(String(await image(url, { hri: "1" }))).not.toContain("shape-rendering");
  const png = await image(url, { hri: "1", size: 500 }, "png");
  if (typeof png === "string") throw new TypeError("a PNG is bytes");
  const { data } = pixelsOfPng(png, 500, new DataView(png.buffer).getUint32(20));
  // Gray pixels are the edges of digits.
  expect(new Set(data.filter((_, index) => index % 4 === 0)).size).toBeGreaterThan(2);
});

test("a print knows the width of the modules of its GTINs", () => {
  const code = (encodedUrl: string) => ({
    ...{ encodedUrl, logo: null, line: null, style: defaultOptions("svg") },
    texts: { headline: "", name: "", link: "" },
    brand: { logo: null, accent: null },
  });
  const moduleIn = (url: string, format = PRINT_FORMATS.a6) =>
    drawPreview([code(url)], format, "A print").gtinModule;
  expect(moduleIn("https://id.brand.com/soup")).toBeNull();
  expect(moduleIn(URLS[0] ?? "")).toBeGreaterThan(MIN_MODULE);
  const small = moduleIn(URLS[0] ?? "", customFormat(15, 15)) ?? 0;
  expect(small).toBeGreaterThan(0.1);
  expect(small).toBeLessThan(MIN_MODULE);
});
