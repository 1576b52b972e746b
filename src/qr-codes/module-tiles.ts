import type { ModulesLayer } from "./artwork.ts";
import type { Tile } from "./cells.ts";
import { arcRow } from "./round-corners.ts";
import { DOT } from "./style.ts";

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
  const full = new Uint8Array(pixels * pixels);
  if (shape !== "square") drawDisc(full, pixels, (shape === "dots" ? DOT / 2 : 0.5) * pixels, entry);
  if (shape === "square") full.fill(entry);
  if (shape !== "rounded") return () => full;
  const tiles: Tile[] = [];
  tiles[ALL] = full;
  const at = (x: number, y: number) => modules[y]?.[x] === true;
  return (x, y) => {
    const [left, right, above, below] = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)];
    const round =
      (left || above ? 0 : CORNERS.topLeft) |
      (right || above ? 0 : CORNERS.topRight) |
      (left || below ? 0 : CORNERS.bottomLeft) |
      (right || below ? 0 : CORNERS.bottomRight);
    const tile = tiles[round] ?? withCorners(full, pixels, round, entry);
    tiles[round] = tile;
    return tile;
  };
}

/** A disc in the middle of a tile. */
function drawDisc(tile: Tile, pixels: number, radius: number, entry: number): void {
  const middle = pixels / 2;
  const half = Math.ceil(middle);
  for (let y = 0; y < pixels; y++) {
    const line = tile.subarray(y * pixels, (y + 1) * pixels);
    arcRow(line.subarray(0, half), middle, Math.abs(y + 0.5 - middle), radius, entry);
    for (let x = half; x < pixels; x++) line[x] = line[pixels - 1 - x] ?? 0;
  }
}

/** A disc of which only these corners are round. */
function withCorners(disc: Tile, pixels: number, round: number, entry: number): Tile {
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
