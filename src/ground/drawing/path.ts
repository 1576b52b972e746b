/**
 * A step of an outline, with the y axis down: move, line, cubic curve (two control points, then its end), and back to the
 * beginning. Every outline begins with a move and ends with a step back.
 */
export type Step = readonly ["M" | "L", x: number, y: number] | Curve | readonly ["Z"];
type Curve = readonly ["C", x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** One or several closed outlines. */
export type Path = readonly Step[];

/** A matrix as in SVG: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A rectangle from its corner on. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The distance of the control points of a quarter circle from its ends, in radii. */
const QUARTER = 0.5523;

/** A rectangle with round corners, clockwise; a circle if the radius is half of its sides. */
export function roundedRect({ x, y, width, height }: Box, radius = 0): Path {
  const [right, bottom, away] = [x + width, y + height, radius * (1 - QUARTER)];
  if (radius === 0) {
    return [["M", x, y], ["L", right, y], ["L", right, bottom], ["L", x, bottom], ["Z"]];
  }
  const across: Step[] = width > 2 * radius ? [["L", right - radius, y]] : [];
  const back: Step[] = width > 2 * radius ? [["L", x + radius, bottom]] : [];
  const down: Step[] = height > 2 * radius ? [["L", right, bottom - radius]] : [];
  const up: Step[] = height > 2 * radius ? [["L", x, y + radius]] : [];
  return [
    ["M", x + radius, y],
    ...across,
    ["C", right - away, y, right, y + away, right, y + radius],
    ...down,
    ["C", right, bottom - away, right - away, bottom, right - radius, bottom],
    ...back,
    ["C", x + away, bottom, x, bottom - away, x, bottom - radius],
    ...up,
    ["C", x, y + away, x + away, y, x + radius, y],
    ["Z"],
  ];
}

/** Scales a path by a factor and then moves it. */
export const placed = (path: Path, left: number, top: number, factor = 1): Path => {
  const x = (px: number) => factor * px + left;
  const y = (py: number) => factor * py + top;
  return path.map((step): Step => {
    if (step[0] === "Z") return step;
    if (step[0] !== "C") return [step[0], x(step[1]), y(step[2])];
    const [, x1, y1, x2, y2, x3, y3] = step;
    return ["C", x(x1), y(y1), x(x2), y(y2), x(x3), y(y3)];
  });
};

/** The points of each outline as alternating x and y, with curves flattened. */
export function flattened(path: Path, tolerance: number): number[][] {
  const outlines: number[][] = [];
  let points: number[] = [];
  for (const step of path) {
    if (step[0] === "M") {
      points = [step[1], step[2]];
      outlines.push(points);
    } else if (step[0] === "C") addCurve(points, step, tolerance);
    else if (step[0] === "L") points.push(step[1], step[2]);
  }
  return outlines;
}

/** Maximum lines per curve. */
const MAX_LINES = 64;

function addCurve(points: number[], [, x1, y1, x2, y2, x3, y3]: Curve, tolerance: number): void {
  const [x0 = 0, y0 = 0] = [points[points.length - 2], points[points.length - 1]];
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  const count = Math.min(MAX_LINES, Math.max(1, Math.ceil(Math.sqrt((bend * 0.75) / tolerance))));
  for (let index = 1; index <= count; index++) {
    const t = index / count;
    const s = 1 - t;
    const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    points.push(p * x0 + q * x1 + r * x2 + u * x3, p * y0 + q * y1 + r * y2 + u * y3);
  }
}

/** At most three decimals: accurate to a fiftieth of a millimeter in a meter-wide print. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000 || 0;

/** A number in as few characters as SVG, PDF and PostScript allow. */
export const short = (value: number): string => String(rounded(value)).replace(/^(-?)0\./, "$1.");

/** A number exact to a millionth, for scales, without an exponent. */
export const decimal = (value: number): string => value.toFixed(6).replace(/\.?0+$/, "");

/** Numbers after an SVG command: a sign or the point of a second fraction also separates them. */
function list(numbers: readonly number[]): string {
  let [text, before] = ["", "-"];
  for (const number of numbers) {
    const next = short(number);
    const isParted = before === "-" || next.startsWith("-") || (next.startsWith(".") && before.includes("."));
    text += isParted ? next : ` ${next}`;
    before = next;
  }
  return text;
}

/** A path as SVG path data with relative steps, the shortest form; `readPath` parses it. */
export function pathData(path: Path): string {
  let data = "";
  // Round the pen position like the written numbers.
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const move = (toX: number, toY: number): [number, number] => {
    const by: [number, number] = [rounded(toX - x), rounded(toY - y)];
    x += by[0];
    y += by[1];
    return by;
  };
  for (const step of path) {
    if (step[0] === "Z") {
      data += "z";
      [x, y] = [startX, startY];
    } else if (step[0] === "C") {
      const [, x1, y1, x2, y2, x3, y3] = step;
      const handles = [x1 - x, y1 - y, x2 - x, y2 - y];
      data += `c${list([...handles, ...move(x3, y3)])}`;
    } else if (step[0] === "M") {
      data += `m${list(move(step[1], step[2]))}`;
      [startX, startY] = [x, y];
    } else {
      const [across, down] = move(step[1], step[2]);
      if (down === 0) data += `h${short(across)}`;
      else data += across === 0 ? `v${short(down)}` : `l${list([across, down])}`;
    }
  }
  return data;
}

/** Parses the output of `pathData`, not SVG in general. */
export function readPath(data: string): Path {
  const steps: Step[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, command, text = ""] of data.matchAll(/([mlhvcz])([-\d. ]*)/g)) {
    const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (command === "z") {
      steps.push(["Z"]);
      [x, y] = [startX, startY];
      continue;
    }
    if (command === "c") {
      steps.push(["C", x + a, y + b, x + c, y + d, x + e, y + f]);
      [x, y] = [x + e, y + f];
      continue;
    }
    if (command !== "v") x += a;
    if (command === "v") y += a;
    else if (command !== "h") y += b;
    if (command === "m") [startX, startY] = [x, y];
    steps.push([command === "m" ? "M" : "L", x, y]);
  }
  return steps;
}

/** A path in PDF syntax, and in PostScript if m, l, c and h are defined: one step per line. */
export const pathOperators = (path: Path): string =>
  path
    .map((step) => {
      if (step[0] === "Z") return "h";
      const [kind, ...points] = step;
      return `${points.map(short).join(" ")} ${kind.toLowerCase()}`;
    })
    .join("\n");
