import type { Path, Step } from "./path.ts";

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
