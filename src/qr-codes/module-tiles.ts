import type { ModulesLayer } from "./artwork.ts";
import { type Cells, type Tile, tileOf } from "./cells.ts";
import { keptPatches } from "./kept-tiles.ts";
import { arcRow } from "./round-corners.ts";
import { DOT, type ModuleShape } from "./style.ts";

/** Corners of a module that are round. */
const CORNERS = { topLeft: 1, topRight: 2, bottomLeft: 4, bottomRight: 8 } as const;
const ALL = 15;

/**
 * The tiles of a layer, in an entry of the palette on the background: one, or of rounded modules 16, each with other
 * corners round (`roundCorners`).
 */
export const tilesOf = ({ shape }: ModulesLayer, { scale }: Cells, entry: number): readonly Tile[] =>
  keptPatches(`modules ${shape} ${entry}`, scale.pixels, () =>
    drawTiles(shape, scale.drawn, entry).map((drawn, column) => ({ column, row: 0, tile: tileOf(drawn) })),
  ).map(({ tile }) => tile);

/**
 * Which tile the rounded module at `x` of a row has, between the rows above and below: a corner is round where there is no
 * neighbour on either of its sides.
 */
export function roundCorners(
  row: readonly boolean[],
  above: readonly boolean[],
  below: readonly boolean[],
  x: number,
): number {
  let round = ALL;
  if (x > 0 && row[x - 1] === true) round &= CORNERS.topRight | CORNERS.bottomRight;
  if (row[x + 1] === true) round &= CORNERS.topLeft | CORNERS.bottomLeft;
  if (above[x] === true) round &= CORNERS.bottomLeft | CORNERS.bottomRight;
  if (below[x] === true) round &= CORNERS.topLeft | CORNERS.topRight;
  return round;
}

/** One tile, or of rounded modules one for each set of round corners. */
function drawTiles(shape: ModuleShape, pixels: number, entry: number): Uint8Array[] {
  const tile = new Uint8Array(pixels * pixels);
  if (shape === "square") return [tile.fill(entry)];
  drawDisc(tile, pixels, (shape === "dots" ? DOT / 2 : 0.5) * pixels, entry);
  if (shape === "dots") return [tile];
  return Array.from({ length: ALL + 1 }, (_, round) => withCorners(tile, pixels, round, entry));
}

/** A dot that is joined to some of its neighbours by lines as wide as it is. */
export function joinedDot(
  pixels: number,
  entry: number,
  joined: { left: boolean; right: boolean; above: boolean; below: boolean },
): Uint8Array {
  const tile = new Uint8Array(pixels * pixels);
  drawDisc(tile, pixels, (DOT / 2) * pixels, entry);
  const middle = pixels / 2;
  // How much of a pixel, counted across a line, the line covers.
  const covered = (at: number) => Math.min(1, (DOT / 2) * pixels + 0.5 - Math.abs(at + 0.5 - middle));
  for (let y = 0; y < pixels; y++) {
    for (let x = 0; x < pixels; x++) {
      const isAcross = x < middle ? joined.left : joined.right;
      const isDown = y < middle ? joined.above : joined.below;
      const share = Math.max(isAcross ? covered(y) : 0, isDown ? covered(x) : 0);
      const at = y * pixels + x;
      tile[at] = Math.max(tile[at] ?? 0, Math.round(entry * share));
    }
  }
  return tile;
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
