/**
 * A step of an outline, in modules from the top left corner of an image: move, line, cubic curve (two control points,
 * then its end), and back to the beginning.
 */
export type Step = readonly ["M" | "L", x: number, y: number] | Curve | readonly ["Z"];
type Curve = readonly ["C", x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** One or several outlines. */
export type Path = readonly Step[];

/** How far the control points of a quarter of a circle are from its ends, in radii. */
const QUARTER = 0.5523;

/** A rectangle with round corners, clockwise; a circle where the radius is half of its sides. */
export function roundedRect(x: number, y: number, width: number, height: number, radius: number): Path {
  const [right, bottom, away] = [x + width, y + height, radius * (1 - QUARTER)];
  if (radius === 0) {
    return [["M", x, y], ["L", right, y], ["L", right, bottom], ["L", x, bottom], ["Z"]];
  }
  return [
    ["M", x + radius, y],
    ["L", right - radius, y],
    ["C", right - away, y, right, y + away, right, y + radius],
    ["L", right, bottom - radius],
    ["C", right, bottom - away, right - away, bottom, right - radius, bottom],
    ["L", x + radius, bottom],
    ["C", x + away, bottom, x, bottom - away, x, bottom - radius],
    ["L", x, y + radius],
    ["C", x, y + away, x + away, y, x + radius, y],
    ["Z"],
  ];
}

/** A matrix as SVG writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A path seen through a matrix. */
export function transformed(path: Path, [a, b, c, d, e, f]: Matrix): Path {
  const x = (px: number, py: number) => a * px + c * py + e;
  const y = (px: number, py: number) => b * px + d * py + f;
  return path.map((step): Step => {
    if (step[0] === "Z") return step;
    if (step[0] !== "C") return [step[0], x(step[1], step[2]), y(step[1], step[2])];
    const [, x1, y1, x2, y2, x3, y3] = step;
    return ["C", x(x1, y1), y(x1, y1), x(x2, y2), y(x2, y2), x(x3, y3), y(x3, y3)];
  });
}

/** A path that is moved and made larger by the same factor in both directions. */
export const placed = (path: Path, x: number, y: number, factor: number): Path =>
  transformed(path, [factor, 0, 0, factor, x, y]);

/** Straight lines in place of the curves of a path: one list of x and y after each other for each outline. */
export function flattened(path: Path, tolerance: number): { points: number[]; closed: boolean }[] {
  const outlines: { points: number[]; closed: boolean }[] = [];
  let current: { points: number[]; closed: boolean } | undefined;
  for (const step of path) {
    if (step[0] === "M") {
      current = { points: [step[1], step[2]], closed: false };
      outlines.push(current);
    } else if (current === undefined) {
      throw new TypeError("a path begins with a move");
    } else if (step[0] === "Z") {
      current.closed = true;
      const [x = 0, y = 0] = current.points;
      current = { points: [x, y], closed: false };
    } else if (step[0] === "C") {
      addCurve(current.points, step, tolerance);
    } else {
      current.points.push(step[1], step[2]);
    }
    // What goes on after a closed outline without a move is an outline of its own.
    if (current && step[0] !== "M" && step[0] !== "Z" && outlines.at(-1) !== current) outlines.push(current);
  }
  return outlines;
}

function addCurve(points: number[], curve: Curve, tolerance: number) {
  const [, x1, y1, x2, y2, x3, y3] = curve;
  const [x0 = 0, y0 = 0] = points.slice(-2);
  const span =
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2) + Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3);
  const count = Math.min(64, Math.max(2, Math.ceil(Math.sqrt(span / tolerance))));
  for (let index = 1; index <= count; index++) {
    const t = index / count;
    const s = 1 - t;
    const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    points.push(p * x0 + q * x1 + r * x2 + u * x3, p * y0 + q * y1 + r * y2 + u * y3);
  }
}
