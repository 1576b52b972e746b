/** Straight lines from point to point: x and y after each other, in pixels. */
export interface Outline {
  points: number[];
  closed: boolean;
}

/** A rectangle of pixels. */
export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much of each pixel of a rectangle is covered, from 0 to 1, row by row. */
export interface Coverage extends Bounds {
  values: Float32Array;
}

/** The pixels that these outlines touch, within an image; null where there are none. */
export function boundsOf(
  outlines: readonly Outline[],
  grown: number,
  { width, height }: { width: number; height: number },
): Bounds | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { points } of outlines) {
    for (let at = 0; at < points.length; at += 2) {
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      left = Math.min(left, x - grown);
      right = Math.max(right, x + grown);
      top = Math.min(top, y - grown);
      bottom = Math.max(bottom, y + grown);
    }
  }
  [left, top] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  [right, bottom] = [Math.min(width, Math.ceil(right) + 1), Math.min(height, Math.ceil(bottom) + 1)];
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/**
 * What filled outlines cover of a rectangle: exact areas, by adding up what each edge leaves to its right
 * (https://nothings.org/gamedev/rasterize/ has the idea).
 */
export function coverFill(
  outlines: readonly Outline[],
  rule: "nonzero" | "evenodd",
  bounds: Bounds,
): Coverage {
  const { left, top, width, height } = bounds;
  // One column more on each side: to the left of the image counts as its first column.
  const sums = new Float32Array((width + 2) * height);
  for (const { points } of outlines) {
    const count = points.length / 2;
    for (let index = 0; index < count; index++) {
      const next = (index + 1) % count;
      addEdge(
        sums,
        width + 2,
        height,
        (points[2 * index] ?? 0) - left,
        (points[2 * index + 1] ?? 0) - top,
        (points[2 * next] ?? 0) - left,
        (points[2 * next + 1] ?? 0) - top,
      );
    }
  }
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += sums[y * (width + 2) + x] ?? 0;
      const winding = Math.abs(sum);
      values[y * width + x] =
        rule === "nonzero" ? Math.min(1, winding) : Math.abs(winding - 2 * Math.round(winding / 2));
    }
  }
  return { ...bounds, values };
}

function addEdge(
  sums: Float32Array,
  stride: number,
  height: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  if (y0 === y1) return;
  const direction = y0 < y1 ? 1 : -1;
  const [fromX, fromY, toX, toY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (toX - fromX) / (toY - fromY);
  const most = stride - 2;
  for (let row = Math.max(0, Math.floor(fromY)); row < Math.min(height, Math.ceil(toY)); row++) {
    const [top, bottom] = [Math.max(fromY, row), Math.min(toY, row + 1)];
    const tall = bottom - top;
    if (tall <= 0) continue;
    const a = Math.min(most, Math.max(0, fromX + (top - fromY) * slope));
    const b = Math.min(most, Math.max(0, fromX + (bottom - fromY) * slope));
    const [low, high] = a < b ? [a, b] : [b, a];
    const share = direction * tall;
    const [first, last] = [Math.floor(low), Math.floor(high)];
    const at = row * stride;
    if (first === last) {
      const inside = 1 - ((low + high) / 2 - first);
      sums[at + first] = (sums[at + first] ?? 0) + share * inside;
      sums[at + first + 1] = (sums[at + first + 1] ?? 0) + share * (1 - inside);
      continue;
    }
    // The edge crosses several columns: each takes its part of the height, of which some lies to the right of the edge.
    for (let column = first; column <= last; column++) {
      const [from, to] = [Math.max(low, column), Math.min(high, column + 1)];
      const part = (share * (to - from)) / (high - low);
      const inside = column + 1 - (from + to) / 2;
      sums[at + column] = (sums[at + column] ?? 0) + part * inside;
      sums[at + column + 1] = (sums[at + column + 1] ?? 0) + part * (1 - inside);
    }
  }
}

/** What lines with round ends cover of a rectangle: whatever is nearer to one of them than half their width. */
export function coverLines(outlines: readonly Outline[], lineWidth: number, bounds: Bounds): Coverage {
  const radius = lineWidth / 2;
  const values = new Float32Array(bounds.width * bounds.height);
  for (const { points, closed } of outlines) {
    const count = points.length / 2;
    for (let index = 0; index < (closed ? count : count - 1); index++) {
      const next = (index + 1) % count;
      addLine(values, bounds, radius, [
        (points[2 * index] ?? 0) - bounds.left,
        (points[2 * index + 1] ?? 0) - bounds.top,
        (points[2 * next] ?? 0) - bounds.left,
        (points[2 * next + 1] ?? 0) - bounds.top,
      ]);
    }
  }
  return { ...bounds, values };
}

function addLine(
  values: Float32Array,
  { width, height }: { width: number; height: number },
  radius: number,
  [x0, y0, x1, y1]: [number, number, number, number],
): void {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const reach = radius + 1;
  const [left, right] = [Math.floor(Math.min(x0, x1) - reach), Math.ceil(Math.max(x0, x1) + reach)];
  const [top, bottom] = [Math.floor(Math.min(y0, y1) - reach), Math.ceil(Math.max(y0, y1) + reach)];
  // Squares of the distances within which a pixel is covered as a whole, and beyond which it is not at all.
  const inner = Math.max(0, radius - 0.5) ** 2;
  const outer = (radius + 0.5) ** 2;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
    const py = y + 0.5 - y0;
    for (let x = Math.max(0, left), end = Math.min(width, right); x < end; x++) {
      const px = x + 0.5 - x0;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      const away = px - along * dx;
      const beside = py - along * dy;
      const distance = away * away + beside * beside;
      if (distance >= outer) continue;
      const covered = distance <= inner ? 1 : Math.min(1, radius + 0.5 - Math.sqrt(distance));
      const at = y * width + x;
      if (covered > (values[at] ?? 0)) values[at] = covered;
    }
  }
}
