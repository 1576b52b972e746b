import type { Logo, Outline, OutlinedLogo } from "../drawing/drawing.ts";
import { pathData, readPath } from "../drawing/path-data.ts";
import { readOwnPng } from "./read-png.ts";

/** Outlines as they are stored: JSON, with path data of our own form. */
interface StoredOutlines extends Pick<OutlinedLogo, "width" | "height"> {
  outlines: { color: string; rule: Outline["rule"]; data: string }[];
}

/** The outlines of a logo as they are stored. */
export function drawnLogoText({ width, height, outlines }: OutlinedLogo): string {
  const stored: StoredOutlines = {
    width,
    height,
    outlines: outlines.map(({ color, rule, path }) => ({ color, rule, data: pathData(path) })),
  };
  return JSON.stringify(stored);
}

/** A stored logo as it is drawn: outlines of an SVG, or pixels. It was judged when it was uploaded. */
export async function readDrawnLogo(bytes: Uint8Array, file: string): Promise<Logo> {
  if (!file.endsWith(".svg")) return readOwnPng(bytes);
  // Written by `drawnLogoText`.
  const { width, height, outlines } = JSON.parse(new TextDecoder().decode(bytes)) as StoredOutlines;
  return {
    kind: "outlines",
    width,
    height,
    outlines: outlines.map(({ color, rule, data }) => ({ color, rule, path: readPath(data) })),
  };
}
