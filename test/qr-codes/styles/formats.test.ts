// @module-tag all

import { describe, expect, test } from "vitest";
import { readPng } from "../../../src/features/brands/read-png.ts";
import { compose } from "../../../src/features/qr-codes/compose.ts";
import { clearedFor, MAX_CLEARED } from "../../../src/features/qr-codes/logo-place.ts";
import { PLAIN, type Style } from "../../../src/features/qr-codes/style.ts";
import { symbolOf } from "../../../src/features/qr-codes/symbol.ts";
import type { Drawing, Logo } from "../../../src/ground/drawing/drawing.ts";
import { drawEps } from "../../../src/ground/drawing/eps.ts";
import { drawPdf } from "../../../src/ground/drawing/pdf.ts";
import { drawPng } from "../../../src/ground/drawing/png.ts";
import { drawSvg } from "../../../src/ground/drawing/svg.ts";
import { logoOf, pngOf } from "../../logos.ts";
import { IS_DEEP } from "../../seeds.ts";
import { RASTERIZE, tools } from "../print-tools.ts";
import { decodeWithZxing, onPaper, type Pixels, pixelsOfPng, rasterize } from "../qr-decoding.ts";

const URL = "https://sho.example/ab12cd34?qr=default";
const SVG_LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><g transform="translate(30 20)">
  <ellipse rx="28" ry="18" fill="rgb(200,16,46)"/><path d="M-12 0a12 12 0 0 1 24 0q-12 9 -24 0z" fill="#fff"/>
  <line x1="-40" x2="40" stroke="#123" stroke-width="2"/></g></svg>`;
const picture = await readPng(pngOf(SVG_LOGO, 900));

const STYLES: [string, Partial<Style>, Logo | null][] = [
  ["dots, circles and words", { modules: "dots", finders: "circle", frame: "pl" }, null],
  [
    "rounded with a logo and Japanese words",
    { modules: "rounded", finders: "rounded", frame: "ja", logo: "project" },
    picture,
  ],
  ["dots with a logo", { modules: "dots", finders: "rounded", logo: "project" }, picture],
  [
    "transparent dots with a logo and a frame",
    { background: "none", modules: "dots", frame: "de", logo: "project" },
    picture,
  ],
  ["squares with a text of their own", { finders: "rounded", frameText: "Árvíztűrő: 50 % & më?" }, null],
];

const drawingOf = (style: Partial<Style>, logo: Logo | null): Drawing => {
  const colors = { color: "#0a4d3c", background: "#fff8e0" };
  return compose({
    modules: symbolOf(URL, "H"),
    quietZone: 4,
    style: { ...PLAIN, ...colors, ...style },
    logo,
  });
};

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

async function pixelsOf(drawing: Drawing, width: number): Promise<Pixels> {
  const png = await drawPng(drawing, width);
  return onPaper(pixelsOfPng(png, width, (width / drawing.width) * drawing.height));
}

describe("a style is the same geometry in every format, and is read", () => {
  test.each(STYLES)("%s", async (_, style, logo) => {
    const drawing = drawingOf(style, logo);
    // Twelve pixels for each module, in all of them.
    const width = drawing.width * 12;
    const png = await pixelsOf(drawing, width);
    expect([png.width, png.height]).toEqual([width, drawing.height * 12]);
    expect((await decodeWithZxing(png))?.text).toBe(URL);
    expect(difference(png, onPaper(rasterize(drawSvg(drawing, width), width)))).toBeLessThan(0.0004);
    const millimeters = (width / 300) * 25.4;
    const pdf = await drawPdf(drawing, millimeters);
    const eps = await drawEps(drawing, millimeters);
    expect(eps.split("\n").every((line) => line.length <= 255)).toBe(true);
    if (tools.has("pdftoppm")) expect(difference(png, RASTERIZE.pdftoppm(pdf, 300))).toBeLessThan(0.01);
    if (tools.has("gs")) expect(difference(png, RASTERIZE.gs(eps, 300))).toBeLessThan(0.04);
  });

  test.each(IS_DEEP ? STYLES : STYLES.slice(0, 2))(
    "%s: what repeats pixels in a large PNG is the same picture, too",
    async (_, style, logo) => {
      const drawing = drawingOf(style, logo);
      const width = drawing.width * 70;
      expect(
        difference(await pixelsOf(drawing, width), onPaper(rasterize(drawSvg(drawing, width), width))),
      ).toBeLessThan(0.004);
    },
  );

  test("a transparent image is only where its modules are, also in what browsers and printers get", async () => {
    const drawing = drawingOf({ background: "none", logo: "project" }, picture);
    const width = drawing.width * 8;
    const corner = ({ data }: Pixels) => [...data.subarray(0, 4)];
    const png = await drawPng(drawing, width);
    expect(corner(pixelsOfPng(png, width))).toEqual([0, 0, 0, 0]);
    expect(corner(rasterize(drawSvg(drawing, width), width))).toEqual([0, 0, 0, 0]);
    // The quiet zone is as wide as that of an opaque code.
    expect(drawing.width).toBe(drawingOf({}, null).width);
    expect(Buffer.from(await drawPdf(drawing, 50)).toString("latin1")).toMatch(/\/SMask \d+ 0 R/);
  });

  test("a logo takes at most a fifth of the symbol, and what it covers is empty", async () => {
    for (const box of ["0 0 40 40", "0 0 300 40", "0 0 40 300"]) {
      const logo = await logoOf(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="M0 0h300v300H0z" fill="none" stroke="red"/></svg>`,
      );
      const drawing = drawingOf({ logo: "project" }, logo);
      const side = drawing.width - 8;
      const cleared = clearedFor(side, logo);
      expect((cleared.width * cleared.height) / side ** 2).toBeLessThanOrEqual(MAX_CLEARED);
      const { data } = await pixelsOf({ ...drawing, logo: null }, drawing.width * 10);
      const [left, top] = [cleared.x, cleared.y].map((at) => (at + 4) * 10);
      for (let y = top ?? 0; y < (top ?? 0) + cleared.height * 10; y++) {
        for (let x = left ?? 0; x < (left ?? 0) + cleared.width * 10; x++) {
          if (data[4 * (y * drawing.width * 10 + x) + 1] !== 0xf8) expect.fail(`something is at ${x}, ${y}`);
        }
      }
    }
  });
});
