import { flattened, type Path, placed } from "./path.ts";

/** How far, in pixels, straight lines may be from the curves that they stand for. */
const TOLERANCE = 0.15;

/** The least share of a pixel that is painted: what is less is left over by rounding. */
const LEAST_SHARE = 1 / 1024;

export type Rule = "nonzero" | "evenodd";

/** The picture that is drawn on, in pixels, and how a path is placed in it. */
export interface Target {
  width: number;
  height: number;
  /** Pixels of a unit. */
  scale: number;
  left: number;
  top: number;
}

/** Takes `length` pixels of a row that are covered alike, from `start` on: `share` is above 0 and at most 1. */
export type Paint = (y: number, start: number, length: number, share: number) => void;

/** A straight line from top to bottom, in pixels. */
interface Edge {
  top: number;
  bottom: number;
  /** Where it begins, and how far it goes to the right with each row. */
  x: number;
  slope: number;
  /** 1 where the path goes down, -1 where it goes up. */
  direction: number;
}

/**
 * Tells what a path covers of a picture, row by row: exact areas, by adding up what each edge leaves to its right
 * (https://nothings.org/gamedev/rasterize/ has the idea).
 */
export function cover(path: Path, rule: Rule, target: Target, paint: Paint): void {
  const { width, height } = target;
  const starting = edgesOf(path, target);
  const row = new Row(width);
  const active: Edge[] = [];
  for (let y = 0; y < height; y++) {
    for (const edge of starting[y] ?? []) active.push(edge);
    if (active.length === 0) continue;
    let left = 0;
    for (const edge of active) {
      row.add(edge, y);
      if (edge.bottom > y + 1) active[left++] = edge;
    }
    active.length = left;
    row.paint(y, rule, paint);
  }
}

/** The edges of a path by the row in which they begin. */
function edgesOf(path: Path, { height, scale, left, top }: Target): (Edge[] | undefined)[] {
  const rows: (Edge[] | undefined)[] = Array(height);
  for (const points of flattened(placed(path, left, top, scale), TOLERANCE)) {
    let [x0 = 0, y0 = 0] = points.slice(-2);
    for (let at = 0; at < points.length; at += 2) {
      const [x1, y1] = [points[at] ?? 0, points[at + 1] ?? 0];
      const direction = y0 < y1 ? 1 : -1;
      const [low, high] = direction > 0 ? [y0, y1] : [y1, y0];
      if (low !== high && high > 0 && low < height) {
        const slope = (x1 - x0) / (y1 - y0);
        const begin = Math.max(0, low);
        const x = (direction > 0 ? x0 : x1) + (begin - low) * slope;
        const edge = { top: begin, bottom: high, x, slope, direction };
        const row = Math.floor(begin);
        const known = rows[row];
        if (known) known.push(edge);
        else rows[row] = [edge];
      }
      [x0, y0] = [x1, y1];
    }
  }
  return rows;
}

/** What the edges in one row of pixels leave to their right, added up: the share of each pixel less that of the one before. */
class Row {
  readonly #sums: Float64Array;
  readonly #width: number;
  #from: number;
  #to = 0;

  constructor(width: number) {
    this.#sums = new Float64Array(width + 2);
    this.#width = width;
    this.#from = width;
  }

  /** Adds the part of an edge that is in row `y`. What is left of the picture counts as its first column. */
  add({ top, bottom, x, slope, direction }: Edge, y: number): void {
    const sums = this.#sums;
    const begin = top > y ? top : y;
    const end = bottom < y + 1 ? bottom : y + 1;
    const share = direction * (end - begin);
    const a = this.#within(x + (begin - top) * slope);
    const b = this.#within(x + (end - top) * slope);
    const low = a < b ? a : b;
    const high = a < b ? b : a;
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
    // The edge crosses several columns: each takes its part of the height, of which some lies to the right of the edge.
    for (let column = first; column <= last; column++) {
      const from = low > column ? low : column;
      const to = high < column + 1 ? high : column + 1;
      const part = (share * (to - from)) / (high - low);
      const right = part * ((from + to) / 2 - column);
      sums[column] = (sums[column] ?? 0) + part - right;
      sums[column + 1] = (sums[column + 1] ?? 0) + right;
    }
  }

  #within(x: number): number {
    return x < 0 ? 0 : x > this.#width ? this.#width : x;
  }

  /** Paints what was added, and begins anew. */
  paint(y: number, rule: Rule, paint: Paint): void {
    const sums = this.#sums;
    const end = Math.min(this.#width, this.#to + 1);
    let sum = 0;
    for (let x = this.#from; x < end; ) {
      sum += sums[x] ?? 0;
      const start = x++;
      while (x < end && sums[x] === 0) x++;
      const winding = Math.abs(sum);
      const share =
        rule === "nonzero" ? Math.min(1, winding) : Math.abs(winding - 2 * Math.round(winding / 2));
      if (share > LEAST_SHARE) paint(y, start, x - start, share);
    }
    sums.fill(0, this.#from, this.#to + 1);
    this.#from = this.#width;
    this.#to = 0;
  }
}
