import type { Known } from "./known.ts";

/** What a run takes besides the test itself, about. */
const OVERHEAD_MS = 3;
/** Of tests that take no longer than this together, a mutant is given more than `most`. */
const CHEAP_MS = 150;

/** Which mutants each test is to try, by file and name; `whole`: the others of the file run before it. */
export type Plan = Record<string, { whole: boolean; tests: Record<string, number[]> }>;

interface Candidate {
  file: string;
  test: string;
  /** What trying costs, and how little the test looks at this mutant alone. */
  price: number;
  ms: number;
}

/** How much likelier than another one a test is to notice a mutant: one that is named after the file, or its folder. */
function nearness(test: string, source: string): number {
  const [file = "", folder = ""] = source
    .replace(/\.tsx?$/, "")
    .split("/")
    .reverse();
  return test.includes(`/${file}.`) ? 20 : test.includes(`/${folder}`) ? 3 : 1;
}

/** How many mutants of each source file a test has noticed: it looks at what that file does. */
function noticedIn(known: Known): (test: string, file: string, source: string) => number {
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

/**
 * Gives each open mutant to the tests that are quickest, nearest, pass the fewest others and have noticed the most of its file, of
 * those that pass it and have not tried it. The files come in the order of how long a try of theirs takes: most mutants
 * are noticed by quick ones.
 */
export function planTries(
  known: Known,
  open: readonly { id: number; key: string }[],
  files: readonly string[],
  { most, longest = Number.POSITIVE_INFINITY, alone = false }: Round,
): Plan {
  const candidates = new Map<string, Candidate[]>();
  const noticed = noticedIn(known);
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
  const plan: Plan = {};
  const costs = new Map<string, { ms: number; tries: number }>();
  for (const { id, key } of open) {
    const [source = ""] = key.split("#");
    const cheapest = (candidates.get(key) ?? [])
      .map((each) => {
        const likely = nearness(each.file, source) * (1 + noticed(each.test, each.file, source));
        return { ...each, price: each.price / likely };
      })
      .sort((a, b) => a.price - b.price);
    let together = 0;
    for (const [place, { file, test, ms }] of cheapest.entries()) {
      together += ms + OVERHEAD_MS;
      if (place >= most && together > CHEAP_MS) break;
      plan[file] ??= { whole: known.files[file]?.whole ?? false, tests: {} };
      const ids = plan[file].tests[test] ?? [];
      ids.push(id);
      plan[file].tests[test] = ids;
      const cost = costs.get(file) ?? { ms: 0, tries: 0 };
      costs.set(file, { ms: cost.ms + ms, tries: cost.tries + 1 });
    }
  }
  const mean = (file: string): number => {
    const { ms = 0, tries = 1 } = costs.get(file) ?? {};
    return ms / tries;
  };
  const order = Object.entries(plan).sort(([a], [b]) => mean(a) - mean(b));
  return Object.fromEntries(order);
}
