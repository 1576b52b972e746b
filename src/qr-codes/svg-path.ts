import type { Path, Step } from "./path.ts";

/** How many numbers each command of path data takes (https://www.w3.org/TR/SVG2/paths.html). */
const NUMBERS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

/** Numbers of path data; the flags of an arc are single digits that may touch what follows. */
const NUMBER = /^[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/;
const FLAG = /^[\s,]*([01])/;

/** The outlines of SVG path data; null where it is malformed. */
export function readSvgPath(data: string): Path | null {
  const pen = new Pen();
  let rest = data.trim();
  let command = "";
  while (rest !== "") {
    const letter = rest.charAt(0);
    const count = NUMBERS[letter.toUpperCase()];
    if (/[a-zA-Z]/.test(letter)) {
      if (count === undefined) return null;
      command = letter;
      rest = rest.slice(1);
    } else if (command === "" || NUMBERS[command.toUpperCase()] === 0) return null;
    const values: number[] = [];
    for (let index = 0; index < (NUMBERS[command.toUpperCase()] ?? 0); index++) {
      const isFlag = command.toUpperCase() === "A" && (index === 3 || index === 4);
      const match = (isFlag ? FLAG : NUMBER).exec(rest);
      if (!match) return null;
      values.push(Number(match[1]));
      rest = rest.slice(match[0].length);
    }
    if (!pen.draw(command, values)) return null;
    // Further pairs after a move are lines.
    if (command === "M") command = "L";
    if (command === "m") command = "l";
    rest = rest.replace(/^[\s,]+/, "");
  }
  return pen.steps;
}

/** Draws command by command, and knows where the pen is. */
class Pen {
  readonly steps: Step[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point, for the commands that reflect it, and of which kind it was. */
  #control: { x: number; y: number; of: "C" | "Q" } | null = null;

  /** False for a command that may not stand here. */
  draw(command: string, values: readonly number[]): boolean {
    const kind = command.toUpperCase();
    const relative = command !== kind;
    const [dx, dy] = relative ? [this.#x, this.#y] : [0, 0];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = values;
    if (this.steps.length === 0 && kind !== "M") return false;
    const before = this.#control;
    this.#control = null;
    const reflected = (of: "C" | "Q"): [number, number] =>
      before?.of === of ? [2 * this.#x - before.x, 2 * this.#y - before.y] : [this.#x, this.#y];
    if (kind === "Z") {
      this.steps.push(["Z"]);
      [this.#x, this.#y] = [this.#startX, this.#startY];
    } else if (kind === "M") {
      this.steps.push(["M", a + dx, b + dy]);
      [this.#x, this.#y] = [a + dx, b + dy];
      [this.#startX, this.#startY] = [this.#x, this.#y];
    } else if (kind === "L") this.#line(a + dx, b + dy);
    else if (kind === "H") this.#line(a + dx, this.#y);
    else if (kind === "V") this.#line(this.#x, a + dy);
    else if (kind === "C") this.#cubic(a + dx, b + dy, c + dx, d + dy, e + dx, f + dy);
    else if (kind === "S") this.#cubic(...reflected("C"), a + dx, b + dy, c + dx, d + dy);
    else if (kind === "Q") this.#quadratic(a + dx, b + dy, c + dx, d + dy);
    else if (kind === "T") this.#quadratic(...reflected("Q"), a + dx, b + dy);
    else this.#arc(a, b, c, d === 1, e === 1, f + dx, g + dy);
    return true;
  }

  #line(x: number, y: number): void {
    this.steps.push(["L", x, y]);
    [this.#x, this.#y] = [x, y];
  }

  #cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.steps.push(["C", x1, y1, x2, y2, x, y]);
    [this.#x, this.#y] = [x, y];
    this.#control = { x: x2, y: y2, of: "C" };
  }

  #quadratic(x1: number, y1: number, x: number, y: number): void {
    const [px, py] = [this.#x, this.#y];
    this.#cubic(
      px + (2 / 3) * (x1 - px),
      py + (2 / 3) * (y1 - py),
      x + (2 / 3) * (x1 - x),
      y + (2 / 3) * (y1 - y),
      x,
      y,
    );
    this.#control = { x: x1, y: y1, of: "Q" };
  }

  /** An arc as cubic curves of a quarter of an ellipse at most (https://www.w3.org/TR/SVG2/implnote.html#ArcImplementationNotes). */
  #arc(rx: number, ry: number, turn: number, large: boolean, sweep: boolean, x: number, y: number): void {
    const [x0, y0] = [this.#x, this.#y];
    if (rx === 0 || ry === 0) {
      this.#line(x, y);
      return;
    }
    if (x0 === x && y0 === y) return;
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const [hx, hy] = [(x0 - x) / 2, (y0 - y) / 2];
    const [px, py] = [cos * hx + sin * hy, -sin * hx + cos * hy];
    let [a, b] = [Math.abs(rx), Math.abs(ry)];
    const stretch = Math.hypot(px / a, py / b);
    if (stretch > 1) [a, b] = [a * stretch, b * stretch];
    const inner = (a * a * b * b - a * a * py * py - b * b * px * px) / (a * a * py * py + b * b * px * px);
    const root = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, inner));
    const [cx, cy] = [(root * a * py) / b, (-root * b * px) / a];
    const from = Math.atan2((py - cy) / b, (px - cx) / a);
    let sweepAngle = Math.atan2((-py - cy) / b, (-px - cx) / a) - from;
    if (sweep && sweepAngle < 0) sweepAngle += 2 * Math.PI;
    if (!sweep && sweepAngle > 0) sweepAngle -= 2 * Math.PI;
    const [mx, my] = [(x0 + x) / 2 + cos * cx - sin * cy, (y0 + y) / 2 + sin * cx + cos * cy];
    const count = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-6));
    const step = sweepAngle / count;
    const reach = (4 / 3) * Math.tan(step / 4);
    const point = (ex: number, ey: number): [number, number] => [
      mx + cos * a * ex - sin * b * ey,
      my + sin * a * ex + cos * b * ey,
    ];
    for (let index = 0; index < count; index++) {
      const [s, t] = [from + index * step, from + (index + 1) * step];
      const first = point(Math.cos(s) - reach * Math.sin(s), Math.sin(s) + reach * Math.cos(s));
      const second = point(Math.cos(t) + reach * Math.sin(t), Math.sin(t) - reach * Math.cos(t));
      const end: [number, number] = index === count - 1 ? [x, y] : point(Math.cos(t), Math.sin(t));
      this.steps.push(["C", ...first, ...second, ...end]);
    }
    [this.#x, this.#y] = [x, y];
  }
}
