import svgpath from "svgpath";
import { type Matrix, type Path, roundedRect, type Step, transformed } from "../../ground/drawing/path.ts";
import { invalidLogo } from "./logo.ts";
import type { SvgElement } from "./svg-elements.ts";

const MAX_TRANSFORM = 400;

/**
 * The path of a basic SVG shape; outlines without a closing step are open. Null for other elements. Throws
 * `validation_failed` for malformed shapes.
 */
export function shapePath(element: SvgElement): Path | null {
  const path = pathOf(element);
  const isSound = path?.every((step) => step.slice(1).every((value) => Math.abs(Number(value)) < 1e9));
  if (path && !isSound) throw invalidLogo(`has a <${element.name}> with invalid numbers`);
  return path;
}

function pathOf({ name, attributes }: SvgElement): Path | null {
  const number = (attribute: string, usual = 0): number => {
    const text = attributes.get(attribute);
    return text === undefined || text === "auto" ? usual : Number(text.replace(/px$/, ""));
  };
  switch (name) {
    case "path":
      return pathFromData(attributes.get("d") ?? "");
    case "rect": {
      const [width, height] = [number("width"), number("height")];
      const radius = Math.min(number("rx", number("ry")), width / 2, height / 2);
      if (!(width > 0 && height > 0)) return [];
      return roundedRect({ x: number("x"), y: number("y"), width, height }, Math.max(0, radius));
    }
    case "circle":
      return ellipse(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return ellipse(number("cx"), number("cy"), number("rx"), number("ry"));
    case "line":
      return [
        ["M", number("x1"), number("y1")],
        ["L", number("x2"), number("y2")],
      ];
    case "polygon":
      return pathFromData(`M${attributes.get("points") ?? ""}Z`);
    case "polyline":
      return pathFromData(`M${attributes.get("points") ?? ""}`);
    default:
      return null;
  }
}

const ellipse = (x: number, y: number, rx: number, ry: number): Path =>
  rx > 0 && ry > 0
    ? transformed(roundedRect({ x: -1, y: -1, width: 2, height: 2 }, 1), [rx, 0, 0, ry, x, y])
    : [];

/** Groups of digits after one command of a path. svgpath takes quadratic time for them: 50 ms for as many as these. */
const MAX_DIGITS = 20_000;

const isTooLong = (run: string): boolean =>
  run.length > MAX_DIGITS && (run.match(/\d+/g) ?? []).length > MAX_DIGITS;

/** Converts any path data to moves, lines and cubic curves. */
function pathFromData(data: string): Path {
  const steps: Step[] = [];
  if (data.trim() === "" || data.trim() === "none") return steps;
  if (data.split(/[a-df-z]/i).some(isTooLong)) throw invalidLogo("has a path with too many numbers");
  const parsed = svgpath(data);
  // Its types lack the field that reports a syntax error.
  if (Reflect.get(parsed, "err") !== "") throw invalidLogo("has a path that can't be read");
  // After a closed outline, add the move that may be omitted.
  let [startX, startY, isClosed] = [0, 0, false];
  parsed
    .abs()
    .unshort()
    .unarc()
    .iterate((segment, _index, x, y) => {
      const [command, ...numbers] = segment;
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
      if (command === "M") [startX, startY, isClosed] = [a, b, false];
      else if (isClosed && command !== "Z") {
        steps.push(["M", startX, startY]);
        isClosed = false;
      }
      if (command === "M" || command === "L") steps.push([command, a, b]);
      else if (command === "H") steps.push(["L", a, y]);
      else if (command === "V") steps.push(["L", x, a]);
      else if (command === "C") steps.push(["C", a, b, c, d, e, f]);
      else if (command === "Q") {
        const third = (from: number, to: number) => from + (2 / 3) * (to - from);
        steps.push(["C", third(x, a), third(y, b), third(c, a), third(d, b), c, d]);
      } else if (command === "Z") {
        if (!isClosed) steps.push(["Z"]);
        isClosed = true;
      }
    });
  return steps;
}

const TRANSFORM = /[\s,]*([A-Za-z]+)\s*\(([^()]*)\)/y;

/** Applies the transforms of an attribute to a matrix. Throws `validation_failed` for unknown transforms. */
export function afterTransform(matrix: Matrix, text: string): Matrix {
  let result = matrix;
  if (text.length > MAX_TRANSFORM) throw invalidLogo("has a transform that is too long");
  for (let at = 0; at < text.trimEnd().length; ) {
    TRANSFORM.lastIndex = at;
    const [whole, kind = "", list = ""] = TRANSFORM.exec(text) ?? [];
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const own = matrixOf(kind, numbers);
    if (whole === undefined || !own?.every(Number.isFinite))
      throw invalidLogo("has a transform that can't be read");
    result = times(result, own);
    at += whole.length;
  }
  return result;
}

function matrixOf(kind: string, [a = 0, b, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix | null {
  const tan = (degrees: number) => Math.tan((degrees * Math.PI) / 180);
  switch (kind) {
    case "matrix":
      return [a, b ?? 0, c, d, e, f];
    case "translate":
      return [1, 0, 0, 1, a, b ?? 0];
    case "scale":
      return [a, 0, 0, b ?? a, 0, 0];
    case "skewX":
      return [1, 0, tan(a), 1, 0, 0];
    case "skewY":
      return [1, tan(a), 0, 1, 0, 0];
    case "rotate": {
      const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      const [x, y] = [b ?? 0, c];
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
    default:
      return null;
  }
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
