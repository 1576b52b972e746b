import type { Modules } from "./symbol.ts";

/** Dark modules side by side in one row, from module `x` of row `y` on. */
export interface Run {
  x: number;
  y: number;
  length: number;
}

/** The dark modules of a symbol as horizontal runs, row by row from the top. */
export function runsOf(modules: Modules): Run[] {
  const runs: Run[] = [];
  for (const [y, row] of modules.entries()) {
    let end = 0;
    for (let x = row.indexOf(true); x !== -1; x = row.indexOf(true, end)) {
      const light = row.indexOf(false, x);
      end = light === -1 ? row.length : light;
      runs.push({ x, y, length: end - x });
    }
  }
  return runs;
}
