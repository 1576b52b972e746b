import type { ModulesLayer } from "./artwork.ts";
import { type Tile, tileOf } from "./cells.ts";
import { keptPatches } from "./kept-tiles.ts";
import { arcRow } from "./round-corners.ts";
import { DOT, type ModuleShape } from "./style.ts";

/** Corners of a module that are round. */
const CORNERS = { topLeft: 1, topRight: 2, bottomLeft: 4, bottomRight: 8 } as const;
const ALL = 15;

/**
 * The tiles of a layer at so many pixels a module, in an entry of the palette on the background. Rounded modules have 16:
 * a corner is round where there is no neighbour on either of its sides.
 */
export function tilesOf(
  { shape, modules }: ModulesLayer,
  pixels: number,
  entry: number,
): (x: number, y: number) => Tile {
  const tiles = keptPatches(`modules ${shape} ${entry}`, pixels, () =>
    drawTiles(shape, pixels, entry).map((drawn, column) => ({ column, row: 0, tile: tileOf(drawn) })),
  ).map(({ tile }) => tile);
  const full = tiles[0] ?? tileOf(new Uint8Array(pixels * pixels));
  if (shape !== "rounded") return () => full;
  return (x, y) => {
    const line = modules[y];
    const left = line?.[x - 1] === true;
    const right = line?.[x + 1] === true;
    const above = modules[y - 1]?.[x] === true;
    const below = modules[y + 1]?.[x] === true;
    const round =
      (left || above ? 0 : CORNERS.topLeft) |
      (right || above ? 0 : CORNERS.topRight) |
      (left || below ? 0 : CORNERS.bottomLeft) |
      (right || below ? 0 : CORNERS.bottomRight);
    return tiles[round] ?? full;
  };
}

/** One tile, or of rounded modules one for each set of round corners. */
function drawTiles(shape: ModuleShape, pixels: number, entry: number): Uint8Array[] {
  const tile = new Uint8Array(pixels * pixels);
  if (shape === "square") return [tile.fill(entry)];
  drawDisc(tile, pixels, (shape === "dots" ? DOT / 2 : 0.5) * pixels, entry);
  if (shape === "dots") return [tile];
  return Array.from({ length: ALL + 1 }, (_, round) => withCorners(tile, pixels, round, entry));
}

/** A disc in the middle of a tile. */
function drawDisc(tile: Uint8Array, pixels: number, radius: number, entry: number): void {
  const middle = pixels / 2;
  const half = Math.ceil(middle);
  for (let y = 0; y < pixels; y++) {
    const line = tile.subarray(y * pixels, (y + 1) * pixels);
    arcRow(line.subarray(0, half), middle, Math.abs(y + 0.5 - middle), radius, entry);
    for (let x = half; x < pixels; x++) line[x] = line[pixels - 1 - x] ?? 0;
  }
}

/** A disc of which only these corners are round. */
function withCorners(disc: Uint8Array, pixels: number, round: number, entry: number): Uint8Array {
  const tile = disc.slice();
  const half = pixels >> 1;
  for (let y = 0; y < pixels; y++) {
    const [left, right] =
      y < half ? [CORNERS.topLeft, CORNERS.topRight] : [CORNERS.bottomLeft, CORNERS.bottomRight];
    const start = y * pixels;
    if (!(round & left)) tile.fill(entry, start, start + half);
    if (!(round & right)) tile.fill(entry, start + half, start + pixels);
  }
  return tile;
}
