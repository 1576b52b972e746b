/** Rows of modules; `true` is dark. */
export type Modules = readonly (readonly boolean[])[];

/** The penalty of ISO/IEC 18004, 7.8.3, word for word and one module at a time. */
export function standardPenalty(modules: Modules): number {
  const side = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  const lines = [...modules, ...columns].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0+|1+/g) ?? []) if (run.length >= 5) points += run.length - 2;
    for (let start = 0; start + 11 <= side; start++) {
      if (["10111010000", "00001011101"].includes(line.slice(start, start + 11))) points += 40;
    }
  }
  for (let y = 0; y + 1 < side; y++) {
    for (let x = 0; x + 1 < side; x++) {
      const block = [modules[y]?.[x], modules[y]?.[x + 1], modules[y + 1]?.[x], modules[y + 1]?.[x + 1]];
      if (new Set(block).size === 1) points += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length;
  return points + 10 * Math.floor(Math.abs((100 * dark) / side ** 2 - 50) / 5);
}
