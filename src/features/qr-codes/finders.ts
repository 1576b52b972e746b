import { type Path, roundedRect } from "../../ground/drawing/path.ts";
import { DOT } from "./code-style.ts";
import type { FinderShape, ModuleShape } from "./style.ts";
import type { Modules } from "./symbol.ts";

// The finder and alignment patterns of a symbol (ISO/IEC 18004, 6.3).

type Corner = readonly [x: number, y: number];

/** Sides of a finder pattern and of an alignment pattern, in modules. */
const FINDER = 7;
const ALIGNMENT = 5;

/**
 * Corner radii of ring and center; the ring's radius is along the middle of its line, which is one module wide. zbar
 * fails on a fully circular ring (3) as soon as it is seen at an angle; with 1.75 and a center of 1.2 it fails on one
 * in a hundred at 4.5 pixels per module.
 */
const RADII: Readonly<Record<FinderShape, { ring: number; center: number }>> = {
  square: { ring: 0, center: 0 },
  rounded: { ring: 1.25, center: 0.7 },
  circle: { ring: 1.6, center: 1 },
};

const finderCorners = (side: number): readonly Corner[] => [
  [0, 0],
  [side - FINDER, 0],
  [0, side - FINDER],
];

/** The outlines of the finder patterns of a symbol; the rule "evenodd" makes the holes of the rings. */
export function finderOutlines(side: number, shape: FinderShape): Path {
  const { ring, center } = RADII[shape];
  const radii = [ring === 0 ? 0 : ring + 0.5, ring === 0 ? 0 : ring - 0.5, center];
  return finderCorners(side).flatMap(([left, top]) =>
    [FINDER, FINDER - 2, 3].flatMap((across, at) => {
      const inset = (FINDER - across) / 2;
      return roundedRect({ x: left + inset, y: top + inset, width: across, height: across }, radii[at]);
    }),
  );
}

/** The corners of the alignment patterns of a symbol, in modules (ISO/IEC 18004, annex E): from version 2 on. */
function alignmentCorners(side: number): Corner[] {
  const version = (side - 17) / 4;
  if (version < 2) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4));
  const [first, last] = [4, side - 9];
  const places = [
    first,
    ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step),
  ];
  return places.flatMap((y) =>
    places
      .filter(
        (x) => !((x === first && y === first) || (x === first && y === last) || (x === last && y === first)),
      )
      .map((x): Corner => [x, y]),
  );
}

/** The rings of alignment patterns with dots, each in one piece and as wide as a dot. */
export function alignmentRings(side: number): Path {
  const gap = (1 - DOT) / 2;
  return alignmentCorners(side).flatMap(([left, top]) =>
    [ALIGNMENT - 2 * gap, ALIGNMENT - 2 * gap - 2 * DOT].flatMap((across, at) => {
      const inset = (ALIGNMENT - across) / 2;
      const box = { x: left + inset, y: top + inset, width: across, height: across };
      return roundedRect(box, at === 0 ? DOT / 2 : 0);
    }),
  );
}

/** The modules of a symbol without its finder patterns and, for dots, without the rings of its alignment patterns. */
export function withoutPatterns(modules: Modules, shape: ModuleShape): Modules {
  const rows = modules.map((row) => row.slice());
  const clear = ([left, top]: Corner, side: number) => {
    for (let y = top; y < top + side; y++) rows[y]?.fill(false, left, left + side);
  };
  for (const corner of finderCorners(modules.length)) clear(corner, FINDER);
  if (shape !== "dots") return rows;
  for (const [left, top] of alignmentCorners(modules.length)) {
    clear([left, top], ALIGNMENT);
    const middle = ALIGNMENT >> 1;
    rows[top + middle]?.fill(true, left + middle, left + middle + 1);
  }
  return rows;
}
