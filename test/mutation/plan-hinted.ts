import { type Noticing, shortOf } from "./hints.ts";
import type { Known } from "./known.ts";
import type { Plan } from "./plan.ts";

/**
 * Gives each open mutant that has one to the test that noticed it last. Files whose tests are not known yet tell what they
 * pass as well. Those with the most mutants come first: what takes longest should not be left for the end.
 */
export function planHinted(
  known: Known,
  open: readonly { id: number; key: string; name: string }[],
  files: readonly string[],
  hints: ReadonlyMap<string, Noticing>,
): Plan {
  const plan: Plan = {};
  const counts = new Map<string, number>();
  const heldBy = heldIn(known);
  for (const { id, key, name } of open) {
    const hint = hints.get(name);
    if (!hint || !files.includes(hint.file)) continue;
    const tried = heldBy(hint);
    if (tried === null || tried.has(key)) continue;
    const { file, test } = hint;
    const its = known.files[file];
    plan[file] ??= { whole: its?.whole ?? false, tells: !its, tests: {} };
    plan[file].tests[test] = [...(plan[file].tests[test] ?? []), id];
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const order = Object.entries(plan).sort(([a], [b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return Object.fromEntries(order);
}

/** What a test is known not to have noticed; null where its file is known and has no such test. */
function heldIn(known: Known): (hint: Noticing) => ReadonlySet<string> | null {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [file, { tests }] of Object.entries(known.files))
    for (const [test, { held, together = [] }] of Object.entries(tests))
      found.set(`${file} ${shortOf(test)}`, new Set([...held, ...together]));
  return ({ file, test }) => found.get(`${file} ${test}`) ?? (known.files[file] ? null : new Set());
}

/** Lets all tests of these files tell what they pass. */
export const planTelling = (files: readonly string[]): Plan =>
  Object.fromEntries(files.map((file) => [file, { whole: false, tells: true, tests: {} }]));
