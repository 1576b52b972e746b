import { flattened, type Path, placed } from "./path.ts";

/** Tolerance for flattening curves, in pixels. */
const TOLERANCE = 0.15;

/** The minimum coverage that is painted: smaller values are rounding errors. */
const MIN_SHARE = 1 / 1024;

type Rule = "nonzero" | "evenodd";

/** The target picture, in pixels, and the placement of a path. */
interface Target {
  width: number;
  height: number;
  /** Pixels per unit. */
  scale: number;
  left: number;
  top: number;
}

/** Paints `length` pixels of a row with equal coverage, from `start`: `share` is above 0 and at most 1. */
type Paint = (y: number, start: number, length: number, share: number) => void;

/**
 * Straight edges from top to bottom, in pixels: five numbers each, instead of thousands of objects. They are top,
 * bottom, start x, slope per row, and the direction: 1 down or -1 up.
 */
interface Edges {
  numbers: Float64Array;
  /** The first edge that starts in each row, and the next edge after each edge; -1 if none. */
  first: Int32Array;
  next: Int32Array;
}
const SIZE = 5;

/**
 * Computes the exact coverage of a path row by row, by accumulating the area to the right of each edge
 * (https://nothings.org/gamedev/rasterize/ explains the idea).
 */
export function cover(path: Path, rule: Rule, target: Target, paint: Paint): void {
  const { width, height } = target;
  const { numbers, first, next } = edgesOf(path, target);
  const row = new Row(width);
  const active: number[] = [];
  // The rows before it are equal, unless an edge starts in one of them: their edges are vertical.
  let alikeUntil = 0;
  for (let y = 0; y < height; y++) {
    const starting = first[y] ?? -1;
    if (starting < 0 && y < alikeUntil) {
      row.repeat(y, paint);
      continue;
    }
    for (let edge = starting; edge >= 0; edge = next[edge] ?? -1) active.push(edge);
    if (active.length === 0) continue;
    alikeUntil = height;
    let left = 0;
    for (const edge of active) {
      row.add(numbers, SIZE * edge, y);
      const bottom = numbers[SIZE * edge + 1] ?? 0;
      const isStraight = numbers[SIZE * edge + 3] === 0 && (numbers[SIZE * edge] ?? 0) <= y;
      alikeUntil = isStraight ? Math.min(alikeUntil, Math.floor(bottom)) : 0;
      if (bottom > y + 1) active[left++] = edge;
    }
    active.length = left;
    row.paint(y, rule, paint);
  }
}

/** The edges of a path inside the picture, by their first row. */
function edgesOf(path: Path, { height, scale, left, top }: Target): Edges {
  const outlines = flattened(placed(path, left, top, scale), TOLERANCE);
  const most = outlines.reduce((sum, points) => sum + points.length / 2, 0);
  const numbers = new Float64Array(SIZE * most);
  const first = new Int32Array(height).fill(-1);
  const next = new Int32Array(most);
  let edge = 0;
  for (const points of outlines) {
    let x0 = points[points.length - 2] ?? 0;
    let y0 = points[points.length - 1] ?? 0;
    for (let at = 0; at < points.length; at += 2) {
      const x1 = points[at] ?? 0;
      const y1 = points[at + 1] ?? 0;
      const low = Math.min(y0, y1);
      const high = Math.max(y0, y1);
      if (low !== high && high > 0 && low < height) {
        const slope = (x1 - x0) / (y1 - y0);
        const begin = Math.max(low, 0);
        const x = (y0 < y1 ? x0 : x1) + (begin - low) * slope;
        numbers.set([begin, high, x, slope, y0 < y1 ? 1 : -1], SIZE * edge);
        const row = Math.floor(begin);
        next[edge] = first[row] ?? -1;
        first[row] = edge++;
      }
      x0 = x1;
      y0 = y1;
    }
  }
  return { numbers, first, next };
}

/** Accumulates a row's edges: for each pixel, the difference of its coverage from the previous pixel. */
class Row {
  readonly #sums: Float64Array;
  readonly #width: number;
  #from: number;
  #to = 0;
  /** The last painted row: start, length and share of each span. */
  #spans: number[] = [];

  constructor(width: number) {
    this.#sums = new Float64Array(width + 2);
    this.#width = width;
    this.#from = width;
  }

  /** Adds the part of an edge in row `y`. Everything left of the picture counts as its first column. */
  add(edges: Float64Array, at: number, y: number): void {
    const sums = this.#sums;
    const top = edges[at] ?? 0;
    const bottom = edges[at + 1] ?? 0;
    const x = edges[at + 2] ?? 0;
    const slope = edges[at + 3] ?? 0;
    const begin = Math.max(top, y);
    const end = Math.min(bottom, y + 1);
    const share = (edges[at + 4] ?? 0) * (end - begin);
    const a = this.#within(x + (begin - top) * slope);
    const b = this.#within(x + (end - top) * slope);
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const first = Math.floor(low);
    const last = Math.floor(high);
    if (first < this.#from) this.#from = first;
    if (last + 1 > this.#to) this.#to = last + 1;
    if (first === last) {
      const right = share * ((low + high) / 2 - first);
      sums[first] = (sums[first] ?? 0) + share - right;
      sums[first + 1] = (sums[first + 1] ?? 0) + right;
      return;
    }
    // The edge crosses several columns: each gets its share of the height.
    for (let column = first; column <= last; column++) {
      const from = Math.max(low, column);
      const to = Math.min(high, column + 1);
      const part = (share * (to - from)) / (high - low);
      const right = part * ((from + to) / 2 - column);
      sums[column] = (sums[column] ?? 0) + part - right;
      sums[column + 1] = (sums[column + 1] ?? 0) + right;
    }
  }

  #within(x: number): number {
    return x < 0 ? 0 : Math.min(x, this.#width);
  }

  /** Paints the accumulated row and resets it. */
  paint(y: number, rule: Rule, paint: Paint): void {
    const sums = this.#sums;
    const end = Math.min(this.#width, this.#to + 1);
    this.#spans = [];
    let sum = 0;
    for (let x = this.#from; x < end; ) {
      sum += sums[x] ?? 0;
      const start = x++;
      while (x < end && sums[x] === 0) x++;
      const winding = Math.abs(sum);
      const share =
        rule === "nonzero" ? Math.min(1, winding) : Math.abs(winding - 2 * Math.round(winding / 2));
      if (share > MIN_SHARE) this.#spans.push(start, x - start, share);
    }
    sums.fill(0, this.#from, this.#to + 1);
    this.#from = this.#width;
    this.#to = 0;
    this.repeat(y, paint);
  }

  /** Paints the last painted row again at another row. */
  repeat(y: number, paint: Paint): void {
    const spans = this.#spans;
    for (let at = 0; at < spans.length; at += 3)
      paint(y, spans[at] ?? 0, spans[at + 1] ?? 0, spans[at + 2] ?? 0);
  }
}
