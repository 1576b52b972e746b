/** One minute of a soak. */
export interface Minute {
  requests: number;
  /** The median and the 99th percentile of responses in milliseconds. */
  p50: number;
  p99: number;
  /** Memory of the runtime, in MiB; null if the system does not report it. */
  memory: number | null;
  restarts: number;
}

const WIDTH = 900;
const HEIGHT = 160;
const MARGIN = 60;

/** A line through the values, from 0 to the maximum, as part of an SVG that begins at `top`. */
function line(title: string, values: readonly number[], top: number, color: string): string {
  const most = Math.max(1, ...values);
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) =>
      `${(MARGIN + index * step).toFixed(1)},${(top + HEIGHT - 30 - (value / most) * (HEIGHT - 60)).toFixed(1)}`,
  );
  return `<text x="${MARGIN}" y="${top + 18}">${title}, at most ${most.toFixed(1)}</text>
<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.join(" ")}"/>
<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${top + HEIGHT - 30}" y2="${top + HEIGHT - 30}" stroke="#888"/>`;
}

/** Latency, memory and requests by minute, as an SVG. */
export function plotOf(minutes: readonly Minute[]): string {
  const rows: [string, number[], string][] = [
    ["Half of the answers, ms", minutes.map(({ p50 }) => p50), "#1a5fb4"],
    ["99 of 100 answers, ms", minutes.map(({ p99 }) => p99), "#c01c28"],
    ["Memory of the runtime, MiB", minutes.map(({ memory }) => memory ?? 0), "#26a269"],
    ["Requests in the minute", minutes.map(({ requests }) => requests), "#613583"],
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${rows.length * HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
${rows.map(([title, values, color], index) => line(title, values, index * HEIGHT, color)).join("\n")}
</svg>
`;
}
