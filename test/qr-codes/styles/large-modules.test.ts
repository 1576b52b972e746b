import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { UP } from "../../../src/qr-codes/cell-sums.ts";
import { compose } from "../../../src/qr-codes/compose.ts";
import { modulePixels } from "../../../src/qr-codes/module-pixels.ts";
import { readLogo } from "../../../src/qr-codes/read-logo.ts";
import type { Style } from "../../../src/qr-codes/style.ts";
import { drawStyledPng } from "../../../src/qr-codes/styled-png.ts";
import { symbolOf } from "../../../src/qr-codes/symbol.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30h-90z" fill="#c8102e"/>
<path d="M8 8h6v14h-6zM34 18h20v4h-20zM62 8h20v14h-20z" fill="#fff"/></svg>`;
const logo = await readLogo({ bytes: new TextEncoder().encode(LOGO), mediaType: "image/svg+xml" });

const plain = { color: "#0a4d3c", background: "#ffffff", logo: "none" } as const;
const STYLES: [string, Style][] = [
  ["dots in a frame", { ...plain, modules: "dots", finders: "circle", frame: "pl" }],
  ["rounded", { ...plain, modules: "rounded", finders: "rounded", frame: "none" }],
  ["squares with a logo", { ...plain, modules: "square", finders: "circle", logo: "project", frame: "none" }],
];

/** The entries of a PNG of ours, row by row: each line has no filter, or repeats the one above. zlib compares its checksum. */
function entriesOf(png: Uint8Array<ArrayBuffer>) {
  const fields = new DataView(png.buffer);
  const [width, height] = [fields.getUint32(16), fields.getUint32(20)];
  const start = 33 + 12 + fields.getUint32(33);
  const lines = inflateSync(png.subarray(start + 8, start + 8 + fields.getUint32(start)));
  expect(lines.length).toBe((1 + width) * height);
  for (let start = 0; start < lines.length; start += 1 + width) {
    if (lines[start] === UP) lines.copyWithin(start + 1, start - width, start);
    else expect(lines[start]).toBe(0);
  }
  return { width, height, at: (x: number, y: number) => lines[y * (1 + width) + 1 + x] };
}

/** For each pixel of `count` modules, the drawn one that it shows. */
function shownBy(pixels: number, count: number): number[] {
  const { drawn, repeats } = modulePixels(pixels);
  return Array.from({ length: count }, (_, module) =>
    Array.from(repeats, (times, index) => Array<number>(times).fill(module * drawn + index)).flat(),
  ).flat();
}

test("a module is drawn with at most 40 pixels on each side, which stand there nearly equally often", () => {
  for (let pixels = 6; pixels <= 200; pixels++) {
    const { drawn, repeats } = modulePixels(pixels);
    expect([drawn <= 40, drawn === pixels]).toEqual([true, pixels <= 40]);
    expect(repeats.reduce((sum, times) => sum + times)).toBe(pixels);
    expect(Math.max(...repeats) - Math.min(...repeats)).toBeLessThanOrEqual(1);
  }
});

test.each(STYLES)("%s: larger modules show the pixels of smaller ones, each several times", (_, style) => {
  const modules = symbolOf("https://sho.example/ab12cd34?qr=default", "H");
  const artwork = compose({ modules, quietZone: 2, style, logo: style.logo === "none" ? null : logo });
  for (const pixels of [41, 85]) {
    const large = entriesOf(drawStyledPng(artwork, artwork.width * pixels));
    const small = entriesOf(drawStyledPng(artwork, artwork.width * modulePixels(pixels).drawn));
    const [columns, rows] = [shownBy(pixels, artwork.width), shownBy(pixels, artwork.height)];
    expect([large.width, large.height]).toEqual([columns.length, rows.length]);
    let differing = 0;
    for (const [y, row] of rows.entries()) {
      for (const [x, column] of columns.entries()) if (large.at(x, y) !== small.at(column, row)) differing++;
    }
    expect(differing).toBe(0);
  }
});
