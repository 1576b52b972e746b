import { type Color, channelsOf } from "../core/colors.ts";
import type { Artwork } from "./artwork.ts";
import { drawFinders, drawLetters, drawModules } from "./cell-shapes.ts";
import { Cells } from "./cells.ts";
import { deflateCells } from "./deflate-cells.ts";
import { drawLogoPixels } from "./logo-raster.ts";
import { writePng } from "./png-file.ts";
import { drawKeptBox } from "./round-corners.ts";
import { pixelExtent } from "./styled-size.ts";

/** Steps between the two colours of a code, at the edges of round shapes: entry 0 is the background. */
const STEPS = 15;

/**
 * Draws an artwork as a PNG with a palette: 16 steps from the background to the colour of the modules, and the colours
 * of its logo.
 */
export function drawStyledPng(artwork: Artwork, size: number | undefined): Uint8Array<ArrayBuffer> {
  const { width, height, module, left } = pixelExtent(artwork, size);
  const cells = new Cells(artwork.width, artwork.height, module);
  const entryOf = (color: Color) => (color === artwork.color ? STEPS : 0);
  for (const layer of artwork.layers) {
    if (layer.kind === "modules") drawModules(cells, layer, STEPS);
    else if (layer.kind === "finders") drawFinders(cells, layer, STEPS);
    else if (layer.kind === "stamps") drawLetters(cells, layer, STEPS);
    else drawKeptBox(cells, layer, entryOf(layer.color), STEPS - entryOf(layer.color));
  }
  const palette = stepsBetween(artwork.background, artwork.color);
  const { logo, background } = artwork;
  if (logo) palette.push(...drawLogoPixels(cells, logo, background, palette.length));
  const data = deflateCells(cells, {
    left,
    right: width - left - artwork.width * module,
    top: left,
    bottom: height - left - artwork.height * module,
  });
  return writePng({ width, height, depth: 8, palette, data });
}

/** From the first colour to the second, as red, green and blue. */
function stepsBetween(from: Color, to: Color): number[][] {
  const [first, last] = [channelsOf(from), channelsOf(to)];
  return Array.from({ length: STEPS + 1 }, (_, step) =>
    first.map((channel, index) => Math.round(channel + ((last[index] ?? 0) - channel) * (step / STEPS))),
  );
}
