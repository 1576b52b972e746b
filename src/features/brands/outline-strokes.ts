import { flattened, type Path, type Step } from "../../ground/drawing/path.ts";

type Point = readonly [x: number, y: number];

/** The stroke properties of SVG. */
export interface Stroke {
  width: number;
  join: string;
  cap: string;
  miterLimit: number;
}

/** Tolerance for flattening the curves of a stroke, in units of a logo. */
const TOLERANCE = 0.3;

/** The outline of a stroked path, to fill with the rule "nonzero". */
export const outlineStrokes = (path: Path, stroke: Stroke): Path =>
  subpaths(path).flatMap(({ points, isClosed }) => outlineOf(points, isClosed, stroke));

/** The points of each part of a path, without consecutive duplicates. */
function subpaths(path: Path): { points: Point[]; isClosed: boolean }[] {
  const starts = path.flatMap((step, index) => (step[0] === "M" ? [index] : []));
  return starts.map((start, index) => {
    const part = path.slice(start, starts[index + 1]);
    const isClosed = part.at(-1)?.[0] === "Z";
    const points: Point[] = [];
    const [list = []] = flattened(part, TOLERANCE);
    for (let at = 0; at < list.length; at += 2) {
      const [x, y] = [list[at] ?? 0, list[at + 1] ?? 0];
      const before = points.at(-1);
      if (!before || Math.hypot(x - before[0], y - before[1]) > 1e-6) points.push([x, y]);
    }
    const [first, last] = [points[0], points.at(-1)];
    const comesBack =
      first && last && points.length > 1 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-6;
    if (isClosed && comesBack) points.pop();
    return { points, isClosed };
  });
}

function outlineOf(points: readonly Point[], isClosed: boolean, stroke: Stroke): Path {
  const [first] = points;
  if (!first) return [];
  // A line of length 0 is only visible by its caps.
  const line: readonly Point[] = points.length > 1 ? points : [first, [first[0] + 1e-3, first[1]]];
  if (points.length === 1 && stroke.cap === "butt") return [];
  const back = line.toReversed();
  if (isClosed && line.length > 2)
    return [...polygon(side(line, true, stroke)), ...polygon(side(back, true, stroke))];
  return polygon([
    ...side(line, false, stroke),
    ...cap(line, stroke),
    ...side(back, false, stroke),
    ...cap(back, stroke),
  ]);
}

const polygon = (points: readonly Point[]): Path => [
  ...points.map(([x, y], index): Step => [index === 0 ? "M" : "L", x, y]),
  ["Z"],
];

/** The unit vector from a point to another. */
function direction([x0, y0]: Point, [x1, y1]: Point): Point {
  const length = Math.hypot(x1 - x0, y1 - y0);
  return [(x1 - x0) / length, (y1 - y0) / length];
}

/** The offset to the left of a line, by half of the width. */
function side(points: readonly Point[], isClosed: boolean, stroke: Stroke): Point[] {
  const count = points.length;
  const half = stroke.width / 2;
  const left: Point[] = [];
  for (const [index, point] of points.entries()) {
    const before = isClosed || index > 0 ? points[(index - 1 + count) % count] : undefined;
    const after = isClosed || index < count - 1 ? points[(index + 1) % count] : undefined;
    const [u, v] = [before && direction(before, point), after && direction(point, after)];
    if (u && v) left.push(...corner(point, u, v, stroke));
    else {
      const [dx, dy] = u ?? v ?? [1, 0];
      left.push([point[0] + dy * half, point[1] - dx * half]);
    }
  }
  return left;
}

/** The left side of a corner between two directions. */
function corner([x, y]: Point, u: Point, v: Point, { width, join, miterLimit }: Stroke): Point[] {
  const half = width / 2;
  const from: Point = [x + u[1] * half, y - u[0] * half];
  const to: Point = [x + v[1] * half, y - v[0] * half];
  const cross = u[0] * v[1] - u[1] * v[0];
  const dot = u[0] * v[0] + u[1] * v[1];
  if (dot > 0.999) return [from, to];
  // On the inner side, adding the point itself keeps the winding direction.
  if (cross < 0) return [from, [x, y], to];
  if (join === "round") return [from, ...arc([x, y], from, to, half), to];
  const sharpness = Math.sqrt(2 / (1 + dot));
  if (join === "bevel" || !(sharpness <= miterLimit)) return [from, to];
  const [bx, by] = [u[1] + v[1], -(u[0] + v[0])];
  const reach = (half * sharpness) / Math.hypot(bx, by);
  return [from, [x + bx * reach, y + by * reach], to];
}

/** Points of a circle between two of its points, clockwise. */
function arc([x, y]: Point, from: Point, to: Point, radius: number): Point[] {
  const start = Math.atan2(from[1] - y, from[0] - x);
  let angle = Math.atan2(to[1] - y, to[0] - x) - start;
  if (angle < 0) angle += 2 * Math.PI;
  const count = Math.max(1, Math.ceil(angle / (2 * Math.acos(Math.max(0, 1 - TOLERANCE / radius))) || 1));
  return Array.from({ length: count - 1 }, (_, index): Point => {
    const at = start + (angle * (index + 1)) / count;
    return [x + radius * Math.cos(at), y + radius * Math.sin(at)];
  });
}

/** The end of a line, between its left and its right side. */
function cap(points: readonly Point[], { width, cap: form }: Stroke): Point[] {
  const [before, end] = [points.at(-2), points.at(-1)];
  if (!before || !end || form === "butt") return [];
  const half = width / 2;
  const [dx, dy] = direction(before, end);
  const left: Point = [end[0] + dy * half, end[1] - dx * half];
  const right: Point = [end[0] - dy * half, end[1] + dx * half];
  if (form === "round") return arc(end, left, right, half);
  return [left, right].map(([x, y]): Point => [x + dx * half, y + dy * half]);
}
