import { describe, expect, test } from "vitest";
import { compose } from "../../../src/qr-codes/compose.ts";
import type { Logo } from "../../../src/qr-codes/logo.ts";
import { MOST_CLEARED } from "../../../src/qr-codes/logo-place.ts";
import { readLogo } from "../../../src/qr-codes/read-logo.ts";
import { readPng } from "../../../src/qr-codes/read-png.ts";
import type { Style } from "../../../src/qr-codes/style.ts";
import { drawStyledEps } from "../../../src/qr-codes/styled-eps.ts";
import { drawStyledPdf } from "../../../src/qr-codes/styled-pdf.ts";
import { drawStyledPng } from "../../../src/qr-codes/styled-png.ts";
import { drawStyledSvg } from "../../../src/qr-codes/styled-svg.ts";
import { symbolOf } from "../../../src/qr-codes/symbol.ts";
import { RASTERIZE, tools } from "../print-tools.ts";
import { decodeWithZxing, type Pixels, rasterize } from "../qr-decoding.ts";

const URL = "https://sho.example/ab12cd34?qr=default";
const SVG_LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><g transform="translate(30 20)">
  <ellipse rx="28" ry="18" fill="rgb(200,16,46)"/><path d="M-12 0a12 12 0 0 1 24 0q-12 9 -24 0z" fill="#fff"/>
  <line x1="-40" x2="40" stroke="#123" stroke-width="2"/></g></svg>`;

const logoOf = (text: string) =>
  readLogo({ bytes: new TextEncoder().encode(text), mediaType: "image/svg+xml" });
const plain = {
  color: "#0a4d3c",
  background: "#fff8e0",
  modules: "square",
  finders: "square",
  logo: "none",
  frame: "none",
} as const;

const STYLES: [string, Partial<Style>, Promise<Logo> | null][] = [
  ["dots, circles and words", { modules: "dots", finders: "circle", frame: "pl" }, null],
  [
    "rounded with a logo and Japanese words",
    { modules: "rounded", finders: "rounded", frame: "ja", logo: "project" },
    logoOf(SVG_LOGO),
  ],
  ["squares with a text of their own", { finders: "rounded", frameText: "Árvíztűrő: 50 % & më?" }, null],
];

const draw = async (style: Partial<Style>, logo: Logo | null) =>
  compose({ modules: symbolOf(URL, "H"), quietZone: 4, style: { ...plain, ...style }, logo });

/** The share of pixels whose brightness differs by more than half. */
function difference(a: Pixels, b: Pixels): number {
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let differing = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [one, other] = [a.data[4 * (y * a.width + x) + 1] ?? 0, b.data[4 * (y * b.width + x) + 1] ?? 0];
      if (Math.abs(one - other) > 128) differing++;
    }
  }
  return differing / (width * height);
}

describe("a style is the same geometry in every format, and is read", () => {
  test.each(STYLES)("%s", async (_, style, logo) => {
    const artwork = await draw(style, await logo);
    // Twelve pixels for each module, in all of them.
    const width = artwork.width * 12;
    const png = await readPng(drawStyledPng(artwork, width));
    if (!png?.pixels) throw new TypeError("not a PNG");
    const pixels: Pixels = { ...png, data: new Uint8ClampedArray(png.pixels) };
    expect([pixels.width, pixels.height]).toEqual([width, artwork.height * 12]);
    expect((await decodeWithZxing(pixels))?.text).toBe(URL);
    const svg = rasterize(drawStyledSvg(artwork, width), width);
    expect(difference(pixels, svg)).toBeLessThan(0.004);
    const millimetres = (width / 300) * 25.4;
    const pdf = await drawStyledPdf(artwork, millimetres);
    const eps = await drawStyledEps(artwork, millimetres);
    expect(eps.split("\n").every((line) => line.length <= 255)).toBe(true);
    if (tools.has("pdftoppm")) expect(difference(pixels, RASTERIZE.pdftoppm(pdf, 300))).toBeLessThan(0.01);
    if (tools.has("gs")) expect(difference(pixels, RASTERIZE.gs(eps, 300))).toBeLessThan(0.04);
  });

  test("a logo takes at most a fifth of the symbol, and what it covers is empty", async () => {
    for (const box of ["0 0 40 40", "0 0 300 40", "0 0 40 300"]) {
      const artwork = await draw({ logo: "project" }, await logoOf(SVG_LOGO.replace("0 0 60 40", box)));
      const cleared = artwork.logo?.box ?? { x: 0, y: 0, width: 99, height: 99 };
      const side = artwork.width - 8;
      expect((cleared.width * cleared.height) / side ** 2).toBeLessThanOrEqual(MOST_CLEARED);
      for (const layer of artwork.layers) {
        if (layer.kind !== "modules") continue;
        for (const [y, row] of layer.modules.entries()) {
          for (const [x, dark] of row.entries()) {
            const [left, top] = [layer.x + x - cleared.x, layer.y + y - cleared.y];
            if (left >= 0 && top >= 0 && left < cleared.width && top < cleared.height)
              expect(dark).toBe(false);
          }
        }
      }
    }
  });

  test("what we don't draw of an SVG stays a picture that SVG alone holds", async () => {
    const logo = await logoOf(SVG_LOGO.replace("<line", "<text>x</text><line"));
    const artwork = await draw({ logo: "project" }, logo);
    expect(drawStyledSvg(artwork, 600)).toContain("data:image/svg+xml;base64,");
    expect(() => drawStyledPng(artwork, 600)).toThrow(
      expect.objectContaining({
        code: "validation_failed",
        details: [{ field: "logo", message: expect.stringContaining("as PNG") }],
      }),
    );
    await expect(drawStyledPdf(artwork, 50)).rejects.toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  });
});
