import type { ModulesLayer } from "./artwork.ts";
import { DOT } from "./style.ts";

/** One module as pixels, row by row: how much of each is covered, from 0 to `most`. */
export type Tile = Uint8Array;

/** Corners of a module that are round. */
const CORNERS = { topLeft: 1, topRight: 2, bottomLeft: 4, bottomRight: 8 } as const;
const ALL = 15;

/**
 * The tiles of a layer at so many pixels a module. Rounded modules have 16: a corner is round where there is no
 * neighbour on either of its sides.
 */
export function tilesOf(
  { shape, modules }: ModulesLayer,
  pixels: number,
  most: number,
): (x: number, y: number) => Tile {
  const radius = (shape === "dots" ? DOT / 2 : 0.5) * pixels;
  const tiles = Array.from({ length: ALL + 1 }, (_, round) => {
    if (shape === "square") return new Uint8Array(pixels * pixels).fill(most);
    return drawTile(pixels, radius, shape === "dots" ? ALL : round, most);
  });
  const at = (x: number, y: number) => modules[y]?.[x] === true;
  const full = tiles[0] ?? new Uint8Array(0);
  if (shape !== "rounded") return () => full;
  return (x, y) => {
    const [left, right, above, below] = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)];
    const round =
      (left || above ? 0 : CORNERS.topLeft) |
      (right || above ? 0 : CORNERS.topRight) |
      (left || below ? 0 : CORNERS.bottomLeft) |
      (right || below ? 0 : CORNERS.bottomRight);
    return tiles[round] ?? full;
  };
}

function drawTile(pixels: number, radius: number, round: number, most: number): Tile {
  const tile = new Uint8Array(pixels * pixels);
  const middle = pixels / 2;
  for (let y = 0; y < pixels; y++) {
    for (let x = 0; x < pixels; x++) {
      const [dx, dy] = [x + 0.5 - middle, y + 0.5 - middle];
      const corner = (dy < 0 ? 1 : 4) << (dx < 0 ? 0 : 1);
      const covered = round & corner ? Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy))) : 1;
      tile[y * pixels + x] = Math.round(covered * most);
    }
  }
  return tile;
}
