import type { Color } from "../../ground/core/colors.ts";
import type { Outline, OutlinedLogo } from "../../ground/drawing/drawing.ts";
import {
  type Box,
  boundsOf,
  flattened,
  type Matrix,
  type Path,
  type Step,
  transformed,
} from "../../ground/drawing/path.ts";
import { invalidLogo } from "./logo.ts";
import { outlineStrokes } from "./outline-strokes.ts";
import { readElements, type SvgElement } from "./svg-elements.ts";
import { afterTransform, shapePath } from "./svg-shapes.ts";
import { colorOf, type Properties, propertiesOf, readRules } from "./svg-style.ts";

/** Tolerance for flattening clipped curves, in units of a logo. */
const TOLERANCE = 0.3;

/** Clips a path to a box; the curves of clipped outlines are flattened. */
export function clipped(path: Path, { width, height }: Pick<Box, "width" | "height">): Path {
  const bounds = boundsOf(path);
  if (!bounds) return [];
  const { x, y } = bounds;
  if (x >= 0 && y >= 0 && x + bounds.width <= width && y + bounds.height <= height) return path;
  return flattened(path, TOLERANCE).flatMap((points) => {
    // Clip at each side of the box in turn (Sutherland and Hodgman, 1974).
    let left = points;
    for (const [axis, limit, sign] of [
      [0, 0, 1],
      [0, width, -1],
      [1, 0, 1],
      [1, height, -1],
    ] as const) {
      left = cut(left, axis, limit, sign);
    }
    if (left.length < 6) return [];
    const steps: Step[] = [];
    for (let at = 0; at < left.length; at += 2) {
      steps.push([at === 0 ? "M" : "L", left[at] ?? 0, left[at + 1] ?? 0]);
    }
    steps.push(["Z"]);
    return steps;
  });
}

function cut(points: readonly number[], axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  const inside = (at: number) => sign * ((points[at + axis] ?? 0) - limit);
  let before = points.length - 2;
  for (let at = 0; at < points.length; at += 2) {
    const [was, is] = [inside(before), inside(at)];
    if (was >= 0 !== is >= 0) {
      const share = was / (was - is);
      for (const each of [0, 1]) {
        const from = points[before + each] ?? 0;
        kept.push(each === axis ? limit : from + share * ((points[at + each] ?? 0) - from));
      }
    }
    if (is >= 0) kept.push(points[at] ?? 0, points[at + 1] ?? 0);
    before = at;
  }
  return kept;
}

/** The longer side of a logo in units of its outlines, independent of the file. */
const SIDE = 1000;

/**
 * The maximum cost of drawing a logo, so that images stay cheap: path steps, height covered by edges, and area covered
 * by overlapping outlines.
 */
const MAX_STEPS = 6_000;
const MAX_HEIGHTS = 1_000;
const MAX_AREAS = 24;

/** Container elements, and invisible elements. */
const GROUPS = new Set(["svg", "g"]);
const UNSEEN = new Set([
  "title",
  "desc",
  "metadata",
  "defs",
  "style",
  "clipPath",
  "mask",
  "linearGradient",
  "radialGradient",
  "symbol",
  "pattern",
  "marker",
  "filter",
]);

/**
 * Reads an SVG logo of simple shapes in plain colors: paths, rectangles, circles, ellipses, polygons and lines in
 * groups, with strokes, transforms and classes. Converts it to outlines and drops everything else. Throws
 * `validation_failed` for `logo` with the unsupported feature.
 */
export function readSvg(source: string): OutlinedLogo {
  const root = readElements(source);
  if (root.name !== "svg") throw invalidLogo("must be a PNG, WebP, JPEG or SVG picture");
  const box = viewBoxOf(root);
  const unit = SIDE / Math.max(box.width, box.height);
  const size = { width: box.width * unit, height: box.height * unit };
  const rules = readRules(styleSheets(root));
  const outlines: Outline[] = [];
  const cost = { steps: 0, heights: 0, areas: 0 };
  const add = (path: Path, color: Color | null, rule: string | undefined) => {
    const seen = color === null ? [] : clipped(closed(path), size);
    if (color === null || seen.length === 0) return;
    outlines.push({ path: seen, color, rule: rule === "evenodd" ? "evenodd" : "nonzero" });
    addCost(cost, seen, size);
  };
  const walk = (element: SvgElement, around: Properties, matrix: Matrix, isRoot = false): void => {
    const { name, attributes, children } = element;
    if (UNSEEN.has(name) || name.includes(":") || (name === "svg" && !isRoot)) {
      if (name !== "svg") return;
      throw unknown(name);
    }
    const properties = propertiesOf(element, around, rules);
    if (properties.get("display") === "none") return;
    const own = afterTransform(matrix, attributes.get("transform") ?? "");
    const path = GROUPS.has(name) ? null : shapePath(element);
    if (!path) {
      if (!GROUPS.has(name)) throw unknown(name);
      for (const child of children) walk(child, properties, own);
      return;
    }
    if (path.length > MAX_STEPS) throw tooManyShapes();
    if ((properties.get("visibility") ?? "visible") !== "visible") return;
    const current = properties.get("color");
    const seen = transformed(path, own);
    add(seen, colorOf(properties.get("fill") ?? "black", current), properties.get("fill-rule"));
    const width = numberOf(properties.get("stroke-width"), 1) * scaleOf(own);
    const color = colorOf(properties.get("stroke") ?? "none", current);
    if (color === null || !(width > 0)) return;
    const stroke = {
      width,
      join: properties.get("stroke-linejoin") ?? "miter",
      cap: properties.get("stroke-linecap") ?? "butt",
      miterLimit: numberOf(properties.get("stroke-miterlimit"), 4),
    };
    add(outlineStrokes(seen, stroke), color, "nonzero");
  };
  walk(root, new Map(), [unit, 0, 0, unit, -box.x * unit, -box.y * unit], true);
  if (outlines.length === 0) throw invalidLogo("is empty: it has no visible shape");
  return { kind: "outlines", ...size, outlines };
}

const unknown = (name: string) =>
  invalidLogo(`has <${name}>, which codes can't show: convert it to paths, or upload a PNG`);

const numberOf = (text: string | undefined, usual: number): number =>
  text === undefined ? usual : Number(text.replace(/px$/, ""));

/** The average scale of a matrix. */
const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

const styleSheets = ({ name, text, children }: SvgElement): string[] => [
  ...(name === "style" ? [text] : []),
  ...children.flatMap(styleSheets),
];

function viewBoxOf({ attributes }: SvgElement) {
  const [x = 0, y = 0, width = 0, height = 0, ...more] = (attributes.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (more.length === 0 && [x, y].every(Number.isFinite) && isSide(width) && isSide(height)) {
    return { x, y, width, height };
  }
  const [wide, high] = [numberOf(attributes.get("width"), 0), numberOf(attributes.get("height"), 0)];
  if (isSide(wide) && isSide(high)) return { x: 0, y: 0, width: wide, height: high };
  throw invalidLogo("has no size: export it with a viewBox");
}

const isSide = (value: number): boolean => value > 1e-3 && value < 1e6;

/** Closes all outlines of a path, as for filling. */
const closed = (path: Path): Path =>
  path.flatMap((step, index) => {
    const isOpen = step[0] !== "Z" && (path[index + 1]?.[0] ?? "M") === "M";
    return isOpen ? [step, ["Z"] as const] : [step];
  });

/** Adds the cost of drawing a path. Throws `validation_failed` if the total is too high. */
function addCost(
  cost: { steps: number; heights: number; areas: number },
  path: Path,
  { width, height }: { width: number; height: number },
): void {
  cost.steps += path.length;
  const bounds = boundsOf(path);
  if (bounds) cost.areas += (bounds.width * bounds.height) / (width * height);
  for (const points of flattened(path, 1)) {
    for (let at = 3; at < points.length; at += 2) {
      cost.heights += Math.abs((points[at] ?? 0) - (points[at - 2] ?? 0)) / SIDE;
    }
  }
  if (cost.steps <= MAX_STEPS && cost.heights <= MAX_HEIGHTS && cost.areas <= MAX_AREAS) return;
  throw tooManyShapes();
}

const tooManyShapes = () => invalidLogo("has too many shapes: simplify it, or upload a PNG");
