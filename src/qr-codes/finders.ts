import type { Color } from "../core/colors.ts";
import type { Shape } from "./artwork.ts";
import { roundedRect } from "./path.ts";
import type { FinderShape } from "./style.ts";
import type { Modules } from "./symbol.ts";

/** The side of a finder pattern, in modules. */
export const FINDER = 7;

/** Where the finder patterns of a symbol begin, in modules. */
const cornersOf = (side: number): readonly (readonly [x: number, y: number])[] => [
  [0, 0],
  [side - FINDER, 0],
  [0, side - FINDER],
];

/**
 * Radii of the corners of ring and centre: of the ring along the middle of its line, which is one module wide. A ring that
 * is a circle all around (3) is lost by zbar as soon as it is seen from one side.
 */
const RADII: Readonly<Record<FinderShape, { ring: number; centre: number }>> = {
  square: { ring: 0, centre: 0 },
  rounded: { ring: 1.75, centre: 0.9 },
  circle: { ring: 2.2, centre: 1.5 },
};

/** The modules of a symbol without its finder patterns. */
export function withoutFinders(modules: Modules): Modules {
  const side = modules.length;
  const corners = cornersOf(side);
  return modules.map((row, y) =>
    row.map((dark, x) => {
      const isFinder = corners.some(
        ([left, top]) => x >= left && x < left + FINDER && y >= top && y < top + FINDER,
      );
      return dark && !isFinder;
    }),
  );
}

/** The finder patterns of a symbol of `side` modules that begins at x and y. */
export function finderLayers(
  shape: FinderShape,
  { side, x, y, color }: { side: number; x: number; y: number; color: Color },
): Shape[] {
  const { ring, centre } = RADII[shape];
  const corners = cornersOf(side).map(([left, top]) => [x + left, y + top] as const);
  const centres = corners.flatMap(([left, top]) => roundedRect(left + 2, top + 2, 3, 3, centre));
  if (shape === "square") {
    // A line has round corners, so that a square ring is two squares, of which one is a hole.
    const rings = corners.flatMap(([left, top]) => [
      ...roundedRect(left, top, FINDER, FINDER, 0),
      ...roundedRect(left + 1, top + 1, FINDER - 2, FINDER - 2, 0),
    ]);
    return [{ kind: "fill", color, rule: "evenodd", path: [...rings, ...centres] }];
  }
  return [
    {
      kind: "lines",
      color,
      width: 1,
      path: corners.flatMap(([left, top]) =>
        roundedRect(left + 0.5, top + 0.5, FINDER - 1, FINDER - 1, ring),
      ),
    },
    {
      kind: "fill",
      color,
      rule: "nonzero",
      path: centres,
    },
  ];
}
