import type { Modules } from "./symbol.ts";

/** The side of an alignment pattern, in modules. */
export const ALIGNMENT = 5;

type Corner = readonly [x: number, y: number];

/** By side, once it was asked for; there are 40 of them. */
const corners = new Map<number, readonly Corner[]>();

/** Where the alignment patterns of a symbol begin, in modules (ISO/IEC 18004, annex E): from version 2 on. */
export function alignmentCorners(side: number): readonly Corner[] {
  const known = corners.get(side) ?? cornersOf(side);
  corners.set(side, known);
  return known;
}

function cornersOf(side: number): Corner[] {
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
        (x) => !(x === first && y === first) && !(x === first && y === last) && !(x === last && y === first),
      )
      .map((x) => [x, y] as const),
  );
}

/** The modules of a symbol without the rings of its alignment patterns; their middles stay. */
export function withoutRings(modules: Modules): Modules {
  const rows = modules.map((row) => row.slice());
  const middle = ALIGNMENT >> 1;
  for (const [left, top] of alignmentCorners(modules.length)) {
    for (let y = top; y < top + ALIGNMENT; y++) rows[y]?.fill(false, left, left + ALIGNMENT);
    rows[top + middle]?.fill(true, left + middle, left + middle + 1);
  }
  return rows;
}
