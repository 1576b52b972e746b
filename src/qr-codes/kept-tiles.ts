import type { Tile } from "./cells.ts";

/** A tile and the cell that it belongs into, from the corner of what is drawn on. */
export interface Patch {
  column: number;
  row: number;
  tile: Tile;
}

/** The most pixels of all patches together; what is kept of their lines takes a few times as much. */
const MOST_PIXELS = 1_000_000;

const kept = new Map<string, readonly Patch[]>();
let keptPixels = 0;

/**
 * What was drawn before under the same name, which says everything that it depends on. Tiles hold entries of the palette
 * and no colours, so that codes of all colours share letters, corners and modules of the same size, `pixels` on each side.
 */
export function keptPatches(name: string, pixels: number, draw: () => readonly Patch[]): readonly Patch[] {
  const key = `${pixels} ${name}`;
  let patches = kept.get(key);
  if (patches) kept.delete(key);
  else {
    patches = draw();
    keptPixels += pixelsOf(patches);
  }
  kept.set(key, patches);
  for (const [oldest, its] of kept) {
    if (keptPixels <= MOST_PIXELS) break;
    kept.delete(oldest);
    keptPixels -= pixelsOf(its);
  }
  return patches;
}

const pixelsOf = (patches: readonly Patch[]): number =>
  patches.reduce((sum, { tile }) => sum + tile.pixels.length, 0);
