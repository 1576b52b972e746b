/** A line from point to point, in pixels. */
export interface Line {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/**
 * Draws a line with round ends as entry 0 on a ground of one entry. Where several lines cover a pixel, the one that covers
 * the most of it counts. Only pixels near the line are looked at.
 */
export function strokeLine(
  values: Uint8Array,
  { width, height }: { width: number; height: number },
  { x0, y0, x1, y1 }: Line,
  radius: number,
  ground: number,
): void {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const reach = radius + 0.5;
  // Squares of the distances within which a pixel is covered as a whole, and beyond which it is not at all.
  const inner = Math.max(0, radius - 0.5) ** 2;
  const outer = reach ** 2;
  const first = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
  const last = Math.min(height, Math.ceil(Math.max(y0, y1) + reach));
  for (let y = first; y < last; y++) {
    const py = y + 0.5 - y0;
    // The part of the line that is near enough to this row.
    let [from, to] = [0, 1];
    if (dy !== 0) {
      const [one, other] = [(py - reach) / dy, (py + reach) / dy];
      from = Math.min(1, Math.max(0, Math.min(one, other)));
      to = Math.max(0, Math.min(1, Math.max(one, other)));
    }
    const [one, other] = [from * dx, to * dx];
    const left = Math.max(0, Math.floor(x0 + Math.min(one, other) - reach));
    const right = Math.min(width, Math.ceil(x0 + Math.max(one, other) + reach));
    for (let x = left; x < right; x++) {
      const px = x + 0.5 - x0;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      const away = px - along * dx;
      const beside = py - along * dy;
      const distance = away * away + beside * beside;
      if (distance >= outer) continue;
      const covered = distance <= inner ? 1 : reach - Math.sqrt(distance);
      const value = Math.round(ground * (1 - Math.min(1, covered)));
      const at = y * width + x;
      if (value < (values[at] ?? 0)) values[at] = value;
    }
  }
}
