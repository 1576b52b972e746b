import { type Level, symbolSide } from "./capacities.ts";
import { formatOf } from "./image-formats.ts";

/** A code can be scanned from about ten times its width. */
const DISTANCE_TO_WIDTH = 10;

/** The minimum width of a printed code, in millimeters, at any distance. */
const MIN_WIDTH = 20;

/** The viewing distance of a code, and how it is drawn. */
export interface Viewing {
  encodedUrl: string;
  level: Level;
  /** In modules. */
  quietZone: number;
  /** The distance between code and camera, in millimeters. */
  distance: number;
}

/**
 * The size of a PDF or EPS, in whole millimeters, for a code to be scanned from a distance. The distance decides the
 * width of the symbol; the size includes the quiet zone. It is a recommendation: results depend on the print. Null if
 * the URL doesn't fit at the level, or the size exceeds the maximum.
 */
export function printSizeFor({ encodedUrl, level, quietZone, distance }: Viewing): number | null {
  const side = symbolSide(encodedUrl, level);
  if (side === null) return null;
  const width = Math.max(MIN_WIDTH, distance / DISTANCE_TO_WIDTH);
  const size = Math.ceil((width * (side + 2 * quietZone)) / side);
  return size <= formatOf("pdf").most ? size : null;
}

/**
 * From how far a print of `size` millimeters, including its quiet zone, can be scanned, in millimeters. Null if the URL
 * doesn't fit at the level.
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
