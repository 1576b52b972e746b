import type { FindersLayer, StampsLayer } from "./artwork.ts";
import { type Path, roundedRect } from "./path.ts";
import type { Box } from "./round-corners.ts";
import type { FinderShape } from "./style.ts";
import type { Modules } from "./symbol.ts";

/** The side of a finder pattern, in modules. */
export const FINDER = 7;

/** Where the finder patterns of a symbol begin, in modules. */
export const finderCorners = (side: number): readonly (readonly [x: number, y: number])[] => [
  [0, 0],
  [side - FINDER, 0],
  [0, side - FINDER],
];

/**
 * Radii of the corners of ring and centre: of the ring along the middle of its line, which is one module wide. A ring that
 * is a circle all around (3) is lost by zbar as soon as it is seen from one side; with 1.75 and a centre of 1.2 it loses one
 * in a hundred at four and a half pixels a module.
 */
const RADII: Readonly<Record<FinderShape, { ring: number; centre: number }>> = {
  square: { ring: 0, centre: 0 },
  rounded: { ring: 1.25, centre: 0.7 },
  circle: { ring: 1.6, centre: 1 },
};

/** The modules of a symbol without its finder patterns. */
export function withoutFinders(modules: Modules): Modules {
  const rows = modules.map((row) => row.slice());
  for (const [left, top] of finderCorners(modules.length)) {
    for (let y = top; y < top + FINDER; y++) rows[y]?.fill(false, left, left + FINDER);
  }
  return rows;
}

/** A finder pattern as three boxes from its corner on: the ring, what it goes around, and the centre. */
export function finderBoxes(shape: FinderShape): Box[] {
  const { ring, centre } = RADII[shape];
  const [outside, inside] = ring === 0 ? [0, 0] : [ring + 0.5, ring - 0.5];
  return [FINDER, FINDER - 2, 3].map((side, inset) => ({
    x: inset,
    y: inset,
    width: side,
    height: side,
    radius: [outside, inside, centre][inset] ?? 0,
  }));
}

/** The same as one outline, of which the second box is a hole. */
const outlineOf = (shape: FinderShape): Path =>
  finderBoxes(shape).flatMap(({ x, y, width, height, radius }) => roundedRect(x, y, width, height, radius));

const OUTLINES: Readonly<Record<FinderShape, Path>> = {
  square: outlineOf("square"),
  rounded: outlineOf("rounded"),
  circle: outlineOf("circle"),
};

/** Finder patterns as outlines. */
export const finderStamps = ({ shape, side, x, y, color }: FindersLayer): StampsLayer => ({
  kind: "stamps",
  color,
  drawn: "evenodd",
  x,
  y,
  factor: 1,
  stamps: finderCorners(side).map(([left, top]) => ({ path: OUTLINES[shape], x: left, y: top })),
});
