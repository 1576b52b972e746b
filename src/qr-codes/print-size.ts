import type { Level } from "./capacities.ts";
import { symbolSide } from "./encodable.ts";
import { formatOf } from "./image-formats.ts";

/** A code is read from about ten times its width. */
const DISTANCE_TO_WIDTH = 10;

/** The least width of a printed code, in millimetres, however near it is read. */
const MIN_WIDTH = 20;

/** From how far a code is read, and how it is drawn. */
export interface Viewing {
  encodedUrl: string;
  level: Level;
  /** In modules. */
  quietZone: number;
  /** Between the code and the camera, in millimetres. */
  distance: number;
}

/**
 * The size to ask of a PDF or EPS, in whole millimetres, for a code that is read from a distance. The distance decides
 * the width of the code itself, and the size is that of the whole image with its quiet zone. It is a hint: how well a
 * print is read depends on the print. Null where no code of the level holds the URL, or no image is as large as that.
 */
export function printSizeFor({ encodedUrl, level, quietZone, distance }: Viewing): number | null {
  const side = symbolSide(encodedUrl, level);
  if (side === null) return null;
  const width = Math.max(MIN_WIDTH, distance / DISTANCE_TO_WIDTH);
  const size = Math.ceil((width * (side + 2 * quietZone)) / side);
  return size <= formatOf("pdf").most ? size : null;
}

/**
 * From how far a print of `size` millimetres with its quiet zone is read, in millimetres. Null where no code of the level
 * holds the URL.
 */
export function distanceFor({
  encodedUrl,
  level,
  quietZone,
  size,
}: Omit<Viewing, "distance"> & { size: number }): number | null {
  const side = symbolSide(encodedUrl, level);
  return side && ((size * side) / (side + 2 * quietZone)) * DISTANCE_TO_WIDTH;
}
