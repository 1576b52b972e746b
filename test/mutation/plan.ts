import type { Known } from "./known.ts";

/** What a run takes besides the test itself, about. */
const OVERHEAD_MS = 8;
/** Of tests that take no longer than this together, a mutant is given more than `most`. */
const CHEAP_MS = 150;

/**
 * Which mutants each test is to try, by its file and its name or short name. `whole`: the others of the file run before it;
 * `tells`: they run too, and all tell what they pass.
 */
export type Plan = Record<string, { whole: boolean; tells?: boolean; tests: Record<string, number[]> }>;

interface Candidate {
  file: string;
  test: string;
  /** What trying costs, and how little the test looks at this mutant alone. */
  price: number;
  ms: number;
}

/** How much likelier than another one a test is to notice a mutant: one that is named after the file, or its folder. */
export function nearness(test: string, source: string): number {
  const [file = "", folder = ""] = source
    .replace(/\.tsx?$/, "")
    .split("/")
    .reverse();
  return test.includes(`/${file}.`) ? 20 : test.includes(`/${folder}`) ? 3 : 1;
}

/** How many mutants of each source file a test has noticed: it looks at what that file does. */
export function noticedIn(known: Known): (test: string, file: string, source: string) => number {
  const counts = new Map<string, number>();
  const nameOf = (...parts: string[]): string => JSON.stringify(parts);
  for (const [key, { file, test }] of Object.entries(known.killed)) {
    const name = nameOf(test, file, key.split("#")[0] ?? "");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (test, file, source) => counts.get(nameOf(test, file, source)) ?? 0;
}

/** Which tests are given mutants. */
export interface Round {
  /** How many of them a mutant gets; more where they take next to nothing. */
  most: number;
  /** None that takes longer than this, in milliseconds. */
  longest?: number;
  /** Those that did not notice it while others were on too. */
  alone?: boolean;
}

interface Try extends Candidate {
  id: number;
  /** How many tests are likelier to notice this mutant. */
  place: number;
}

/**
 * Gives each open mutant to the tests that are quickest, nearest, pass the fewest others and have noticed the most of its file, of
 * those that pass it and have not tried it. All tries together take about `budget` milliseconds at most: the likeliest of each
 * mutant come first.
 */
export function planTries(
  known: Known,
  open: readonly { id: number; key: string }[],
  files: readonly string[],
  round: Round,
  budget = Number.POSITIVE_INFINITY,
): Plan {
  const candidates = candidatesIn(known, files, round);
  const noticed = noticedIn(known);
  const tries = open.flatMap(({ id, key }): Try[] => {
    const [source = ""] = key.split("#");
    const likeliest = (candidates.get(key) ?? [])
      .map((each) => {
        const likely = nearness(each.file, source) * (1 + noticed(each.test, each.file, source));
        return { ...each, price: each.price / likely };
      })
      .sort((a, b) => a.price - b.price);
    let together = 0;
    const taken = likeliest.filter(({ ms }, place) => {
      together += ms + OVERHEAD_MS;
      return place < round.most || together <= CHEAP_MS;
    });
    return taken.map((each, place) => ({ ...each, id, place }));
  });
  let left = budget;
  const within = tries
    .sort((a, b) => a.place - b.place || a.price - b.price)
    .filter(({ ms }) => {
      left -= ms + OVERHEAD_MS;
      return left >= 0;
    });
  return planOf(known, within);
}

/** The tests that may try each mutant in a round, by its key. */
function candidatesIn(
  known: Known,
  files: readonly string[],
  { longest = Number.POSITIVE_INFINITY, alone = false }: Round,
): Map<string, Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  for (const file of files)
    for (const [test, { ms, passed, held, together = [] }] of Object.entries(
      known.files[file]?.tests ?? {},
    )) {
      const tried = new Set(alone ? held : [...held, ...together]);
      const besides = alone ? new Set(together) : null;
      const price = (ms + 5) * Math.sqrt(passed.length);
      for (const key of passed) {
        if (ms > longest || tried.has(key) || besides?.has(key) === false) continue;
        const those = candidates.get(key) ?? [];
        those.push({ file, test, price, ms });
        candidates.set(key, those);
      }
    }
  return candidates;
}

/** The files come in the order of how long a try of theirs takes: most mutants are noticed by quick ones. */
function planOf(known: Known, tries: readonly Try[]): Plan {
  const plan: Plan = {};
  const costs = new Map<string, { ms: number; tries: number }>();
  for (const { id, file, test, ms } of tries) {
    plan[file] ??= { whole: known.files[file]?.whole ?? false, tests: {} };
    plan[file].tests[test] = [...(plan[file].tests[test] ?? []), id];
    const cost = costs.get(file) ?? { ms: 0, tries: 0 };
    costs.set(file, { ms: cost.ms + ms, tries: cost.tries + 1 });
  }
  // Mutants that may be of one expression are apart from each other where they stand in this order.
  for (const { tests } of Object.values(plan))
    for (const ids of Object.values(tests)) ids.sort((a, b) => a - b);
  const mean = (file: string): number => {
    const { ms = 0, tries: its = 1 } = costs.get(file) ?? {};
    return ms / its;
  };
  return Object.fromEntries(Object.entries(plan).sort(([a], [b]) => mean(a) - mean(b)));
}
