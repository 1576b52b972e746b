import { type Path, roundedRect, type Step } from "../../ground/drawing/path.ts";
import { DOT } from "./code-style.ts";
import type { ModuleShape } from "./style.ts";
import type { Modules } from "./symbol.ts";

/** Directions in clockwise order: right, down, left, up. */
const ACROSS = [1, 0, -1, 0] as const;
const DOWN = [0, 1, 0, -1] as const;

/**
 * The outlines of dark modules: one per group of modules that share edges, and one per hole. Convex corners are rounded
 * by `radius` modules, at most a half.
 */
export function outlineModules(modules: Modules, radius: number): Path {
  const side = modules.length;
  const isDark = (x: number, y: number): boolean => modules[y]?.[x] === true;
  // Edges that start at each grid corner, one bit per direction; the dark module is to the right of its edges.
  const edges = new Uint8Array((side + 1) ** 2);
  const at = (x: number, y: number) => y * (side + 1) + x;
  const add = (x: number, y: number, direction: number) => {
    edges[at(x, y)] = (edges[at(x, y)] ?? 0) | (1 << direction);
  };
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!isDark(x, y)) continue;
      if (!isDark(x, y - 1)) add(x, y, 0);
      if (!isDark(x + 1, y)) add(x + 1, y, 1);
      if (!isDark(x, y + 1)) add(x + 1, y + 1, 2);
      if (!isDark(x - 1, y)) add(x, y + 1, 3);
    }
  }
  const has = (x: number, y: number, direction: number) => ((edges[at(x, y)] ?? 0) & (1 << direction)) !== 0;
  const steps: Step[] = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      while (has(x, y, 0)) addOutline(steps, follow(x, y, edges, side + 1), radius);
    }
  }
  return steps;
}

/** A corner of an outline with the directions before and after it. */
interface Corner {
  x: number;
  y: number;
  from: number;
  to: number;
}

/** Follows the outline that goes right from a grid corner, removes its edges and returns its corners. */
function follow(startX: number, startY: number, edges: Uint8Array, width: number): Corner[] {
  const corners: Corner[] = [];
  let [x, y, direction] = [startX, startY, 0];
  for (;;) {
    const index = y * width + x;
    edges[index] = (edges[index] ?? 0) & ~(1 << direction);
    x += ACROSS[direction] ?? 0;
    y += DOWN[direction] ?? 0;
    const isHome = x === startX && y === startY;
    const ways = (edges[y * width + x] ?? 0) | (isHome ? 1 : 0);
    // Where two outlines meet at a corner, each follows its own module: it turns right if possible.
    const to = [1, 0, 3].map((turn) => (direction + turn) % 4).find((way) => ways & (1 << way)) ?? 0;
    if (to !== direction) corners.push({ x, y, from: direction, to });
    if (isHome && to === 0) return corners;
    direction = to;
  }
}

/** The distance of the control points of a quarter circle from its ends, in radii. */
const QUARTER = 0.5523;

function addOutline(steps: Step[], corners: readonly Corner[], radius: number): void {
  const start = steps.length;
  const lineTo = (x: number, y: number) => {
    if (steps.length === start) steps.push(["M", x, y]);
    else {
      const last = steps[steps.length - 1]?.slice(-2);
      if (last?.[0] !== x || last[1] !== y) steps.push(["L", x, y]);
    }
  };
  for (const { x, y, from, to } of corners) {
    const pointsOut = to === (from + 1) % 4;
    if (!pointsOut || radius === 0) {
      lineTo(x, y);
      continue;
    }
    const before = (away: number) => [x - away * (ACROSS[from] ?? 0), y - away * (DOWN[from] ?? 0)] as const;
    const after = (away: number) => [x + away * (ACROSS[to] ?? 0), y + away * (DOWN[to] ?? 0)] as const;
    const away = radius * (1 - QUARTER);
    lineTo(...before(radius));
    steps.push(["C", ...before(away), ...after(away), ...after(radius)]);
  }
  steps.push(["Z"]);
}

/** The outlines of dark modules in a shape. */
export function moduleOutlines(modules: Modules, shape: ModuleShape): Path {
  if (shape !== "dots") return outlineModules(modules, shape === "rounded" ? 0.5 : 0);
  const gap = (1 - DOT) / 2;
  return modules.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? roundedRect({ x: x + gap, y: y + gap, width: DOT, height: DOT }, DOT / 2) : [],
    ),
  );
}
