import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Noticing, shortOf } from "./hints.ts";
import type { Known } from "./known.ts";
import type { Load } from "./loads.ts";
import { nearness, noticedIn } from "./plan.ts";

/** Of a file, no more tests are run than take so long together. */
const LONGEST_MS = 8_000;
/** What a load costs besides its tests where that is not known yet, in milliseconds: one that starts a service, and others. */
export const START_MS = 1_500;
const LIGHT_MS = 200;
/** Of files that take no longer than this together, a mutant is given more than `most`, in milliseconds. */
const CHEAP_MS = 2_000;
/** How long a test may take of which that is not known. */
const UNKNOWN_MS = 1_000;

interface Open {
  id: number;
  key: string;
  name: string;
}

/** Loads of the test that noticed each mutant last, where it is not known that it did not notice it now. */
export function planHintedLoads(
  known: Known,
  open: readonly Open[],
  files: readonly string[],
  hints: ReadonlyMap<string, Noticing>,
): Load[] {
  return open.flatMap(({ id, key, name }): Load[] => {
    const { file = "", test = "" } = hints.get(name) ?? {};
    if (!canLoad(known, files, file) || known.kept[key]?.includes(file)) return [];
    const its = Object.entries(known.files[file]?.tests ?? {});
    const ms = its.find(([each]) => shortOf(each) === test)?.[1].ms ?? UNKNOWN_MS;
    return [{ mutant: id, file, tests: { [test]: ms } }];
  });
}

const canLoad = (known: Known, files: readonly string[], file: string): boolean =>
  files.includes(file) && known.files[file]?.loadable !== false;

/** What the texts of the project say. */
export interface Sources {
  /** Which files of src import this one. */
  importers(source: string): readonly string[];
  /** Whether a file of tests starts no service. */
  isLight(file: string): boolean;
}

/**
 * For each mutant loads of the `most` files that are likeliest to notice it, of those that have not tried it: their tests are near, pass
 * its file or those that import it, and have noticed others of it.
 */
export function planLoads(
  known: Known,
  open: readonly Open[],
  files: readonly string[],
  { importers, isLight }: Sources,
  most: number,
): Load[] {
  const noticed = noticedIn(known);
  const passed = passedIn(known);
  const usable = files.filter((file) => canLoad(known, files, file) && known.files[file]?.whole === false);
  return open.flatMap(({ id, key }) => {
    const [source = ""] = key.split("#");
    const around = importers(source);
    const likely = (file: string, test: string): number => {
      const of = (each: string): number => passed.get(file)?.get(test)?.get(each) ?? 0;
      const its = of(source) + around.reduce((sum, each) => sum + of(each), 0) / 4;
      return nearness(file, source) * (1 + noticed(test, file, source)) * Math.log2(1.02 + its);
    };
    let together = 0;
    return usable
      .filter((file) => !known.kept[key]?.includes(file))
      .map((file) => likeliestOf(known, file, likely, isLight(file) ? LIGHT_MS : START_MS))
      .sort((a, b) => b.worth - a.worth)
      .filter(({ ms }, place) => {
        together += ms;
        return place < most || together <= CHEAP_MS;
      })
      .map(({ file, tests }) => ({ mutant: id, file, tests }));
  });
}

/** The tests of a file that are likeliest to notice a mutant, and what they are worth for their time. */
function likeliestOf(
  known: Known,
  file: string,
  likely: (file: string, test: string) => number,
  startMs: number,
) {
  const sorted = Object.entries(known.files[file]?.tests ?? {})
    .map(([test, { ms }]) => ({ test, ms, worth: likely(file, test) }))
    .sort((a, b) => b.worth / (b.ms + 50) - a.worth / (a.ms + 50));
  let together = 0;
  const taken = sorted.filter(({ ms }, place) => {
    together += ms;
    return place === 0 || together <= LONGEST_MS;
  });
  const ms = taken.reduce((sum, each) => sum + each.ms, known.files[file]?.loadMs ?? startMs);
  const worth = taken.reduce((sum, each) => sum + each.worth, 0) / ms;
  return { file, tests: Object.fromEntries(taken.map((each) => [each.test, each.ms])), worth, ms };
}

/** How many mutants of each source file every test passes. */
function passedIn({ files }: Known): Map<string, Map<string, Map<string, number>>> {
  const countOf = (keys: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const key of keys) {
      const [source = ""] = key.split("#");
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    return counts;
  };
  return new Map(
    Object.entries(files).map(([file, { tests }]) => [
      file,
      new Map(Object.entries(tests).map(([test, { passed }]) => [test, countOf(passed)])),
    ]),
  );
}

/** Loads without any mutant of the files of these whose tests were not loaded in this way yet. */
export function planBare(known: Known, loads: readonly Load[]): Load[] {
  const tests = new Map<string, Record<string, number>>();
  for (const { file, tests: its } of loads)
    if (known.files[file]?.loadable === undefined) tests.set(file, { ...tests.get(file), ...its });
  return [...tests].map(([file, its]) => ({ mutant: null, file, tests: its }));
}

/** What the texts of the project below `root` say; `sources` are those of src. */
export function sourcesIn(root: string, sources: readonly string[]): Sources {
  const texts = sources.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  return {
    importers(source) {
      const name = source.split("/").at(-1) ?? "";
      return texts.filter(({ text }) => text.includes(`/${name}"`)).map(({ path }) => path);
    },
    isLight: (file) => !/service/i.test(readFileSync(join(root, file), "utf8")),
  };
}
