import type { Color } from "../core/colors.ts";
import type { DrawnLogo, LogoShape } from "./logo.ts";
import { type Matrix, transformed } from "./path.ts";
import type { PictureSize } from "./picture-size.ts";
import { colorOf } from "./svg-colors.ts";
import { shapePath } from "./svg-shapes.ts";
import { type Attributes, readTags } from "./svg-tags.ts";

/** A logo as shapes, or only its size where it has anything that we do not draw. */
type SvgLogo = DrawnLogo | { kind: "unread"; size: PictureSize | null };

/** Elements that hold others, or say what nobody sees. */
const GROUPS = new Set(["svg", "g", "title", "desc", "metadata"]);

/** Attributes that change how a shape looks and that we do not draw. */
const UNKNOWN = [
  "style",
  "class",
  "clip-path",
  "mask",
  "filter",
  "opacity",
  "fill-opacity",
  "stroke-opacity",
];

/** The most characters of an SVG that are read as shapes. */
const MOST_CHARACTERS = 60_000;

/** The longer side of a logo's shapes, whatever the units of its file, so that numbers of four digits are exact enough. */
const SIDE = 100;

/** What shapes take over from the elements around them. */
interface Context {
  matrix: Matrix;
  fill: string;
  stroke: string;
  strokeWidth: number;
  rule: "nonzero" | "evenodd";
}

/**
 * Reads an SVG logo of simple shapes: paths, rectangles, circles, ellipses, polygons and lines in groups, with plain
 * colours, lines and transforms. Text, pictures, gradients, clips, opacity and style sheets are not read.
 */
export function readSvgLogo(text: string): SvgLogo {
  const tags = text.length <= MOST_CHARACTERS ? readTags(text) : null;
  const root = (tags ?? readTags(text.slice(0, MOST_CHARACTERS)))?.[0];
  const box = root ? viewBoxOf(root.attributes) : null;
  const unread: SvgLogo = { kind: "unread", size: box };
  if (!tags || !box) return unread;
  const unit = SIDE / Math.max(box.width, box.height);
  const start: Context = {
    matrix: [unit, 0, 0, unit, -box.x * unit, -box.y * unit],
    fill: "#000000",
    stroke: "none",
    strokeWidth: 1,
    rule: "nonzero",
  };
  const stack: Context[] = [start];
  const shapes: LogoShape[] = [];
  for (const { name, attributes, opens, closes } of tags) {
    const around = stack.at(-1);
    if (!around) return unread;
    if (opens) {
      if (UNKNOWN.some((attribute) => attribute in attributes && attributes[attribute] !== "1"))
        return unread;
      const own = within(around, attributes);
      if (!own) return unread;
      if (!GROUPS.has(name)) {
        const drawn = shapesOf(name, attributes, own);
        if (!drawn) return unread;
        shapes.push(...drawn);
      }
      if (!closes) stack.push(own);
    } else stack.pop();
  }
  return { kind: "shapes", width: box.width * unit, height: box.height * unit, shapes };
}

function viewBoxOf(attributes: Attributes): (PictureSize & { x: number; y: number }) | null {
  const numbers = (attributes.viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0)
    return { x, y, width, height };
  const [wide, high] = [
    Number.parseFloat(attributes.width ?? ""),
    Number.parseFloat(attributes.height ?? ""),
  ];
  return wide > 0 && high > 0 ? { x: 0, y: 0, width: wide, height: high } : null;
}

/** The context inside an element; null where it asks for what we do not draw. */
function within(around: Context, attributes: Attributes): Context | null {
  const matrix =
    attributes.transform === undefined ? around.matrix : after(around.matrix, attributes.transform);
  const strokeWidth =
    attributes["stroke-width"] === undefined ? around.strokeWidth : Number(attributes["stroke-width"]);
  if (!matrix || !Number.isFinite(strokeWidth) || "stroke-dasharray" in attributes) return null;
  return {
    matrix,
    fill: attributes.fill ?? around.fill,
    stroke: attributes.stroke ?? around.stroke,
    strokeWidth,
    rule: attributes["fill-rule"] === "evenodd" ? "evenodd" : around.rule,
  };
}

const TRANSFORM = /^\s*(matrix|translate|scale|rotate)\s*\(([^)]*)\)[\s,]*/;

/** A matrix after the transforms of an attribute; null for those that we do not know. */
function after(matrix: Matrix, text: string): Matrix | null {
  let [result, rest] = [matrix, text];
  while (rest.trim() !== "") {
    const [whole, kind, list = ""] = TRANSFORM.exec(rest) ?? [];
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (whole === undefined || kind === undefined || !numbers.every(Number.isFinite)) return null;
    result = times(result, matrixOf(kind, numbers));
    rest = rest.slice(whole.length);
  }
  return result;
}

function matrixOf(kind: string, [a = 0, b, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  if (kind === "matrix") return [a, b ?? 0, c, d, e, f];
  if (kind === "translate") return [1, 0, 0, 1, a, b ?? 0];
  if (kind === "scale") return [a, 0, 0, b ?? a, 0, 0];
  const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
  const [x, y] = [b ?? 0, c];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** What an element draws: its area, then its line; null where it is not one that we know. */
function shapesOf(name: string, attributes: Attributes, context: Context): LogoShape[] | null {
  const path = shapePath(name, attributes);
  const [fill, stroke] = [colorOf(context.fill), colorOf(context.stroke)];
  if (!path || fill === undefined || stroke === undefined) return null;
  const [a, b, c, d] = context.matrix;
  const factor = Math.sqrt(Math.abs(a * d - b * c));
  const seen = transformed(path, context.matrix);
  const shape = (color: Color | null, width: number | null): LogoShape[] =>
    color === null || seen.length === 0 ? [] : [{ path: seen, color, width, rule: context.rule }];
  const line = context.strokeWidth * factor;
  return [...shape(fill, null), ...(line > 0 ? shape(stroke, line) : [])];
}
