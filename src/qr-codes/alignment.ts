import type { Modules } from "./symbol.ts";

/** The side of an alignment pattern, in modules. */
export const ALIGNMENT = 5;

/** Where the alignment patterns of a symbol begin, in modules (ISO/IEC 18004, annex E): from version 2 on. */
export function alignmentCorners(side: number): readonly (readonly [x: number, y: number])[] {
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
  for (const [left, top] of alignmentCorners(modules.length)) {
    const [right, bottom] = [left + ALIGNMENT - 1, top + ALIGNMENT - 1];
    rows[top]?.fill(false, left, right + 1);
    rows[bottom]?.fill(false, left, right + 1);
    for (const row of rows.slice(top + 1, bottom)) row[left] = row[right] = false;
  }
  return rows;
}
