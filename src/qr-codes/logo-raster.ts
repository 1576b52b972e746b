import { type Color, channelsOf } from "../core/colors.ts";
import type { PictureLayer, PlacedLogo, StampsLayer } from "./artwork.ts";
import { type Canvas, coverageOf } from "./canvas.ts";
import { type Cells, tileOf } from "./cells.ts";
import { keptPatches, type Patch } from "./kept-tiles.ts";
import { opaquePixels, requireDrawable } from "./logo-pixels.ts";
import { reducedPalette } from "./reduced-palette.ts";

/** The rectangle of a logo in red, green and blue, as numbers from 0 to 255. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  channels: Uint8ClampedArray;
}

/** The most entries of a PNG's palette. */
const MOST_ENTRIES = 256;

/** The entries of the palette that a logo needs, by its tiles, which are kept. */
const palettes = new WeakMap<readonly Patch[], number[][]>();

/** A number for each logo, which is known by a part of it that only it has. */
const numbers = new WeakMap<object, number>();
let next = 1;

/**
 * Draws a logo on a canvas whose palette has `taken` entries, and gives the entries that it needs besides. Where it has
 * more colours than there is room for, near ones become one. Throws `validation_failed` for a logo without pixels.
 */
export function drawLogoPixels(cells: Cells, logo: PlacedLogo, background: Color, taken: number): number[][] {
  const { box, layers } = logo;
  const [first] = layers;
  const part = first?.kind === "picture" ? first.picture : first?.stamps[0]?.path;
  if (!part) return [];
  const number = numbers.get(part) ?? next++;
  numbers.set(part, number);
  const name = `logo ${number} ${box.width} ${box.height} ${background} ${taken}`;
  const patches = keptPatches(name, cells.scale.pixels, () => draw(cells, logo, background, taken));
  for (const { column, row, tile } of patches) cells.put(box.x + column, box.y + row, tile);
  return palettes.get(patches) ?? [];
}

function draw(
  cells: Cells,
  { box: place, layers }: PlacedLogo,
  background: Color,
  taken: number,
): readonly Patch[] {
  const { module } = cells;
  const box: Box = {
    left: place.x * module,
    top: place.y * module,
    width: place.width * module,
    height: place.height * module,
    channels: new Uint8ClampedArray(3 * place.width * place.height * module * module),
  };
  const ground = channelsOf(background);
  for (let at = 0; at < box.channels.length; at++) box.channels[at] = ground[at % 3] ?? 0;
  for (const layer of layers) {
    if (layer.kind === "picture") drawPicture(box, module, layer, background);
    else drawShapes(box, cells, layer);
  }
  const { entries, palette } = reducedPalette(box.channels, MOST_ENTRIES - taken);
  const patches: Patch[] = [];
  for (let row = 0; row < place.height; row++) {
    const from = row * module * box.width;
    const tile = tileOf(
      entries.slice(from, from + module * box.width).map((entry) => taken + entry),
      place.width,
    );
    patches.push({ column: 0, row, tile });
  }
  palettes.set(patches, palette);
  return patches;
}

/** Mixes a pixel of the box with a colour. Pixels outside are left out: a logo covers nothing but its place. */
function mix(box: Box, x: number, y: number, color: ArrayLike<number>, share: number): void {
  if (x < 0 || y < 0 || x >= box.width || y >= box.height) return;
  const at = 3 * (y * box.width + x);
  for (let channel = 0; channel < 3; channel++) {
    const before = box.channels[at + channel] ?? 0;
    box.channels[at + channel] = before + ((color[channel] ?? 0) - before) * share;
  }
}

function drawShapes(box: Box, canvas: Canvas, layer: StampsLayer): void {
  const color = channelsOf(layer.color);
  for (const stamp of layer.stamps) {
    const covered = coverageOf(canvas, layer, stamp);
    if (!covered) continue;
    const [left, top] = [covered.left - box.left, covered.top - box.top];
    for (let y = 0; y < covered.height; y++) {
      for (let x = 0; x < covered.width; x++) {
        const share = covered.values[y * covered.width + x] ?? 0;
        if (share > 0) mix(box, left + x, top + y, color, share);
      }
    }
  }
}

/** Each pixel takes the mean of those of the picture that it shows, and of at least one. */
function drawPicture(box: Box, module: number, layer: PictureLayer, background: Color): void {
  requireDrawable(layer.picture, "png");
  const { width, height } = layer.picture;
  const pixels = opaquePixels(layer.picture, background);
  const start = { x: layer.x * module, y: layer.y * module };
  const [across, down] = [layer.width * module, layer.height * module];
  for (let y = Math.floor(start.y); y < start.y + down; y++) {
    const rows = rangeOf((y - start.y) / down, (y + 1 - start.y) / down, height);
    for (let x = Math.floor(start.x); x < start.x + across; x++) {
      const columns = rangeOf((x - start.x) / across, (x + 1 - start.x) / across, width);
      mix(box, x - box.left, y - box.top, meanOf(pixels, width, rows, columns), 1);
    }
  }
}

/** Which of `count` pixels lie between two shares of their length. */
function rangeOf(from: number, to: number, count: number): [first: number, end: number] {
  const first = Math.min(count - 1, Math.max(0, Math.floor(from * count)));
  return [first, Math.min(count, Math.max(first + 1, Math.round(to * count)))];
}

function meanOf(
  pixels: Uint8Array,
  width: number,
  [top, bottom]: [number, number],
  [left, right]: [number, number],
): number[] {
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      for (let channel = 0; channel < 3; channel++) {
        sums[channel] = (sums[channel] ?? 0) + (pixels[3 * (y * width + x) + channel] ?? 0);
      }
    }
  }
  const count = (bottom - top) * (right - left);
  return sums.map((sum) => sum / count);
}
