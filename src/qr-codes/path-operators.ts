import type { ModulesLayer } from "./artwork.ts";
import { keptText, short } from "./artwork-text.ts";
import { type LineTexts, moduleLines } from "./module-lines.ts";
import type { Path } from "./path.ts";
import { runsOf } from "./runs.ts";

/** A path as PDF writes it, and PostScript where m, l, c and h are defined: a step on each line. */
export const operatorsOf = keptText((path: Path): string =>
  path
    .map((step) => {
      if (step[0] === "Z") return "h";
      const [kind, ...points] = step;
      return `${points.map(short).join(" ")} ${kind.toLowerCase()}`;
    })
    .join("\n"),
);

/** A factor as text: exact to a billionth, without an exponent. */
export const factorText = (value: number): string => value.toFixed(9).replace(/\.?0+$/, "");

const LINES: LineTexts = {
  across: (x, y, length) => `${x} ${y} m ${x + length} ${y} l\n`,
  down: (x, y, length) => `${x} ${y} m ${x} ${y + length} l\n`,
};

/** The same in PostScript where a and d are defined, which is shorter. */
const SHORT_LINES: LineTexts = {
  across: (x, y, length) => `${x} ${y} ${length} a\n`,
  down: (x, y, length) => `${x} ${y} ${length} d\n`,
};

/** Modules as lines, from the middle of the first one on, for a PDF or for PostScript. */
export const lineOperators = (layer: ModulesLayer): string => moduleLines(layer, LINES);
export const shortLineOperators = (layer: ModulesLayer): string => moduleLines(layer, SHORT_LINES);

/** Square modules as rectangles, one for each run, from the corner of the first one on. */
export function rectangleOperators({ modules }: ModulesLayer, name: string): string {
  let text = "";
  for (const { x, y, length } of runsOf(modules)) text += `${x} ${y} ${length} 1 ${name}\n`;
  return text;
}
