import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** An image as RGBA bytes, row by row from the top left. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** What zxing saw: the text, and whatever it had to put right to get there. */
export interface ZxingReading {
  text: string;
  isMirrored: boolean;
  isInverted: boolean;
  /** Degrees. */
  rotation: number;
  version: number;
  errorCorrectionLevel: string;
  dataMask: number;
  /** Share of the error correction left over: 1 when not one codeword was wrong. */
  unusedErrorCorrection: number;
}

// Without this, zxing-wasm fetches its binary from a CDN.
const zxingBinary = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(zxingBinary)).buffer } });

/** Draws an SVG document `px` pixels wide, or at its own size. What it does not paint stays transparent. */
export function rasterize(svg: string, px?: number): Pixels {
  const image = new Resvg(svg, {
    fitTo: px === undefined ? { mode: "original" } : { mode: "width", value: px },
    font: { loadSystemFonts: false },
  }).render();
  return { data: new Uint8ClampedArray(image.pixels), width: image.width, height: image.height };
}

/** Reads a PNG file of a known size with resvg's decoder, pixel by pixel. */
export function pixelsOfPng(png: Uint8Array | string, width: number, height = width): Pixels {
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const image = `<image width="${width}" height="${height}" image-rendering="optimizeSpeed" href="${href}"/>`;
  return rasterize(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`,
  );
}

/** A picture on white paper. */
export function onPaper(pixels: Pixels): Pixels {
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const light = 255 - (data[at + 3] ?? 0);
    for (let channel = 0; channel < 4; channel++) data[at + channel] = (data[at + channel] ?? 0) + light;
  }
  return pixels;
}

/** A URL of `length` characters, lower case only: nothing that a clever encoder would pack tighter than byte by byte. */
export const urlOfLength = (length: number): string => "https://a.bc/".padEnd(length, "shoppable-");

/** The only QR code in the image, in whatever position. */
export async function decodeWithZxing(image: Pixels): Promise<ZxingReading | undefined> {
  const [code, ...others] = await readBarcodes(
    { ...image, colorSpace: "srgb" },
    { formats: ["QRCode"], tryHarder: true, tryDownscale: false },
  );
  if (code === undefined || !code.isValid || others.length > 0) return undefined;
  // Keys that zxing-cpp gives for every QR code.
  const extra: { Version: string; ECLevel: string; DataMask: number; UEC: number } = JSON.parse(code.extra);
  return {
    text: code.text,
    isMirrored: code.isMirrored,
    isInverted: code.isInverted,
    rotation: code.rotation,
    version: Number(extra.Version),
    errorCorrectionLevel: extra.ECLevel,
    dataMask: extra.DataMask,
    unusedErrorCorrection: extra.UEC,
  };
}
