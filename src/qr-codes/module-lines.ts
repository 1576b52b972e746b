import { ALIGNMENT } from "./alignment.ts";
import type { ModulesLayer } from "./artwork.ts";
import { runsOf } from "./runs.ts";
import { DOT } from "./style.ts";

/** A line that is only a point is drawn by every program if it has a length, however short. */
const POINT = 0.001;

/** How a format writes lines with round ends, from the middle of a module on, in whole modules but for a point. */
export interface LineTexts {
  across(x: number, y: number, length: number): string;
  down(x: number, y: number, length: number): string;
}

/** How wide the lines of modules are that are no squares. */
export const lineWidth = ({ shape }: ModulesLayer): number => (shape === "dots" ? DOT : 1);

/**
 * Modules that are no squares as lines, from the middle of the first module on: a point for each dot; for rounded ones a
 * line along each run in both directions, so that ends are round and neighbours are one shape. A ring is four lines.
 */
export function moduleLines({ shape, modules, rings }: ModulesLayer, { across, down }: LineTexts): string {
  let text = "";
  const reach = ALIGNMENT - 1;
  for (const [x, y] of rings) {
    text += across(x, y, reach) + across(x, y + reach, reach) + down(x, y, reach) + down(x + reach, y, reach);
  }
  for (const { x, y, length } of runsOf(modules)) {
    if (shape === "dots") for (let at = 0; at < length; at++) text += across(x + at, y, POINT);
    else text += across(x, y, length > 1 ? length - 1 : POINT);
  }
  return shape === "dots" ? text : text + columns(modules, down);
}

/** A line along each run of two or more modules below each other. */
function columns(modules: ModulesLayer["modules"], down: LineTexts["down"]): string {
  let text = "";
  const side = modules.length;
  for (let x = 0; x < side; x++) {
    let start = -1;
    for (let y = 0; y <= side; y++) {
      if (modules[y]?.[x] === true) {
        if (start < 0) start = y;
        continue;
      }
      if (start >= 0 && y - start > 1) text += down(x, start, y - start - 1);
      start = -1;
    }
  }
  return text;
}
