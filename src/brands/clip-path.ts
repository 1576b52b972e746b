import { type Box, boundsOf, flattened, type Path, type Step } from "../drawing/path.ts";

/** How far straight lines may be from curves that are cut off, in units of a logo. */
const TOLERANCE = 0.3;

/** A path within a box: what reaches out of it is cut off, and its curves are then straight lines. */
export function clipped(path: Path, { width, height }: Pick<Box, "width" | "height">): Path {
  const bounds = boundsOf(path);
  if (!bounds) return [];
  const { x, y } = bounds;
  if (x >= 0 && y >= 0 && x + bounds.width <= width && y + bounds.height <= height) return path;
  return flattened(path, TOLERANCE).flatMap((points) => {
    // Each side of the box in turn (Sutherland and Hodgman, 1974): along an axis, what is not less or not more.
    let left = points;
    for (const [axis, limit, sign] of [
      [0, 0, 1],
      [0, width, -1],
      [1, 0, 1],
      [1, height, -1],
    ] as const) {
      left = cut(left, axis, limit, sign);
    }
    if (left.length < 6) return [];
    const steps: Step[] = [];
    for (let at = 0; at < left.length; at += 2) {
      steps.push([at === 0 ? "M" : "L", left[at] ?? 0, left[at + 1] ?? 0]);
    }
    steps.push(["Z"]);
    return steps;
  });
}

function cut(points: readonly number[], axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  const inside = (at: number) => sign * ((points[at + axis] ?? 0) - limit);
  let before = points.length - 2;
  for (let at = 0; at < points.length; at += 2) {
    const [was, is] = [inside(before), inside(at)];
    if (was >= 0 !== is >= 0) {
      const share = was / (was - is);
      for (const each of [0, 1]) {
        const from = points[before + each] ?? 0;
        kept.push(each === axis ? limit : from + share * ((points[at + each] ?? 0) - from));
      }
    }
    if (is >= 0) kept.push(points[at] ?? 0, points[at + 1] ?? 0);
    before = at;
  }
  return kept;
}
