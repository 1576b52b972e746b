import { type Color, channelsOf } from "../core/colors.ts";
import type { Artwork, ModulesLayer, Shape } from "./artwork.ts";
import { type Canvas, coverageOf } from "./canvas.ts";
import type { RepeatedLine } from "./deflate-lines.ts";
import { drawLogoPixels } from "./logo-raster.ts";
import { tilesOf } from "./module-tiles.ts";
import { writePng } from "./png-file.ts";
import { pixelExtent } from "./styled-size.ts";

/** Steps between the two colours of a code, at the edges of round shapes: entry 0 is the background. */
const STEPS = 15;

/**
 * Draws an artwork as a PNG with a palette: 16 steps from the background to the colour of the modules, and the colours
 * of its logo. Its lines are compressed as those of a plain code are, by what repeats in them.
 */
export function drawStyledPng(artwork: Artwork, size: number | undefined): Uint8Array<ArrayBuffer> {
  const extent = pixelExtent(artwork, size);
  const canvas: Canvas = { ...extent, entries: new Uint8Array(extent.width * extent.height) };
  for (const layer of artwork.layers) {
    if (layer.kind === "modules") drawModules(canvas, layer);
    else drawShape(canvas, layer, layer.color === artwork.color ? STEPS : 0);
  }
  const palette = stepsBetween(artwork.background, artwork.color);
  const { logo, background } = artwork;
  if (logo) palette.push(...drawLogoPixels(canvas, logo, background, palette.length));
  const { width, height } = canvas;
  return writePng({ width, height, depth: 8, palette, lines: linesOf(canvas) });
}

/** From the first colour to the second, as red, green and blue. */
function stepsBetween(from: Color, to: Color): number[][] {
  const [first, last] = [channelsOf(from), channelsOf(to)];
  return Array.from({ length: STEPS + 1 }, (_, step) =>
    first.map((channel, index) => Math.round(channel + ((last[index] ?? 0) - channel) * (step / STEPS))),
  );
}

function drawModules({ entries, width, module, left }: Canvas, layer: ModulesLayer): void {
  const tileAt = tilesOf(layer, module, STEPS);
  for (const [y, row] of layer.modules.entries()) {
    const top = left + (layer.y + y) * module;
    for (const [x, dark] of row.entries()) {
      if (!dark) continue;
      const tile = tileAt(x, y);
      const start = left + (layer.x + x) * module;
      for (let line = 0; line < module; line++) {
        entries.set(tile.subarray(line * module, (line + 1) * module), (top + line) * width + start);
      }
    }
  }
}

/** Brings what a shape covers nearer to an entry. */
function drawShape(canvas: Canvas, layer: Shape, entry: number): void {
  const covered = coverageOf(canvas, layer);
  if (!covered) return;
  for (let y = 0; y < covered.height; y++) {
    const at = (covered.top + y) * canvas.width + covered.left;
    for (let x = 0; x < covered.width; x++) {
      const share = covered.values[y * covered.width + x] ?? 0;
      if (share <= 0) continue;
      const before = canvas.entries[at + x] ?? 0;
      canvas.entries[at + x] = Math.round(before + (entry - before) * share);
    }
  }
}

/** Lines of the image, each after the number of its filter, which is 0: none; equal lines below each other are one. */
function linesOf({ entries, width, height }: Canvas): RepeatedLine[] {
  const lines: RepeatedLine[] = [];
  let start = 0;
  for (let y = 1; y <= height; y++) {
    if (y < height && isSame(entries, start * width, y * width, width)) continue;
    const bytes = new Uint8Array(width + 1);
    bytes.set(entries.subarray(start * width, (start + 1) * width), 1);
    lines.push({ bytes, times: y - start });
    start = y;
  }
  return lines;
}

function isSame(entries: Uint8Array, first: number, second: number, count: number): boolean {
  for (let index = 0; index < count; index++) {
    if (entries[first + index] !== entries[second + index]) return false;
  }
  return true;
}
