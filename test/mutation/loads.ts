import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A file of tests that is loaded anew with one mutant on from the start, or without any: so are mutants tried that are in what
 * runs once, while modules are loaded.
 */
export interface Load {
  mutant: number | null;
  file: string;
  /** How long those of its tests take that are to run, in milliseconds, by their names or short names. */
  tests: Readonly<Record<string, number>>;
}

/** Loads by the files that are made for them. */
export type Loads = Readonly<Record<string, Load>>;

/** The folder of a copy of the project where files for loads are. */
const FOLDER = "test/loads";

/** Makes the files for these loads in a copy of the project. */
export function writeLoads(copy: string, loads: readonly Load[]): Loads {
  rmSync(join(copy, FOLDER), { recursive: true, force: true });
  mkdirSync(join(copy, FOLDER));
  return Object.fromEntries(
    loads.map((load, number) => {
      const path = `${FOLDER}/${number}.test.ts`;
      const mutants = JSON.stringify(load.mutant === null ? [] : [load.mutant]);
      const text = `import { loadWith } from "../mutation/load-with.ts";\nawait loadWith(${mutants}, () => import("../../${load.file}"));\n`;
      writeFileSync(join(copy, path), text);
      return [path, load];
    }),
  );
}
