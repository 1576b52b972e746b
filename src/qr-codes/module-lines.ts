import type { ModulesLayer } from "./artwork.ts";
import type { Path, Step } from "./path.ts";
import { roundedRect } from "./path.ts";
import { runsOf } from "./runs.ts";
import { DOT } from "./style.ts";
import type { Modules } from "./symbol.ts";

/** A line that is only a point is drawn by every program if it has a length, however short. */
const POINT = 0.001;

/** The modules of a layer as lines with round ends, of this width; null for squares. */
export function moduleLines({ shape, modules, x, y }: ModulesLayer): { path: Path; width: number } | null {
  if (shape === "square") return null;
  return shape === "dots"
    ? { path: dots(modules, x + 0.5, y + 0.5), width: DOT }
    : { path: rounded(modules, x + 0.5, y + 0.5), width: 1 };
}

/** Square modules as rectangles, one for each run. */
export const moduleRects = ({ modules, x, y }: ModulesLayer): Path =>
  runsOf(modules).flatMap((run) => roundedRect(x + run.x, y + run.y, run.length, 1, 0));

function dots(modules: Modules, x: number, y: number): Path {
  const steps: Step[] = [];
  for (const run of runsOf(modules)) {
    for (let at = run.x; at < run.x + run.length; at++) {
      steps.push(["M", x + at, y + run.y], ["L", x + at + POINT, y + run.y]);
    }
  }
  return steps;
}

/** A line along each run, in both directions: ends are round, and neighbours are one shape. */
function rounded(modules: Modules, x: number, y: number): Path {
  const steps: Step[] = [];
  for (const run of runsOf(modules)) {
    steps.push(["M", x + run.x, y + run.y], ["L", x + run.x + Math.max(POINT, run.length - 1), y + run.y]);
  }
  const columns = modules.map((_, column) => modules.map((row) => row[column] === true));
  for (const run of runsOf(columns)) {
    if (run.length === 1) continue;
    steps.push(["M", x + run.y, y + run.x], ["L", x + run.y, y + run.x + run.length - 1]);
  }
  return steps;
}
