import { Resvg } from "@resvg/resvg-js";
import { readPng } from "../src/features/brands/read-png.ts";
import type { Logo } from "../src/ground/drawing/drawing.ts";

/** An SVG as a PNG file. */
export const pngOf = (svg: string, width = 512): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    new Resvg(svg, { fitTo: { mode: "width", value: width }, font: { loadSystemFonts: false } })
      .render()
      .asPng(),
  );

/** An SVG as a logo for codes. */
export const logoOf = (svg: string): Promise<Logo> => readPng(pngOf(svg));

/** A disc of a color as a PNG file. */
export const disc = (color: string): Uint8Array<ArrayBuffer> =>
  pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${color}"/></svg>`,
    200,
  );

/** A PNG that is a logo. */
export const LOGO = disc("#c8102e");

/** A JPEG of one pixel, whose data nobody decodes, with these segments before its frame. */
export const jpegWith = (...segments: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from("ffd8", "hex"),
      ...segments,
      Buffer.from("ffc0000b080001000101011100" + "ffda0008010100003f00" + "00" + "ffd9", "hex"),
    ]),
  );
