import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Mutant } from "./instrument.ts";
import { isOpen, type Judged } from "./score.ts";

/**
 * Which test noticed a mutant last: the short names of such mutants, one after the other, by the test's file and short name. It
 * only says what to try first, and stands in the repository so that a run knows it in a fresh clone.
 */
export type Hints = Record<string, Record<string, string>>;

/** A test, by its file and short name. */
export interface Noticing {
  file: string;
  test: string;
}

const SIGNS = 5;

/** Short names of mutants, which stay the same while other lines of their files change. `mutants`: all of their files. */
export function namesOf(mutants: readonly Mutant[]): string[] {
  const counts = new Map<string, number>();
  return mutants.map(({ file, operator, code, loads }) => {
    const change = `${file} ${operator} ${code}${loads ? " on load" : ""}`;
    const count = counts.get(change) ?? 0;
    counts.set(change, count + 1);
    return shortOf(`${change} ${count}`);
  });
}

/** A short name of a text: two may have the same one, which costs a try. */
export function shortOf(text: string): string {
  const number = createHash("sha256").update(text).digest().readUIntBE(0, 6);
  return (number % 36 ** SIGNS).toString(36).padStart(SIGNS, "0");
}

export const readHints = (path: string): Hints =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Hints) : {};

/** The test that noticed each mutant last, by the mutant's name. */
export const byMutant = (hints: Hints): Map<string, Noticing> =>
  new Map(
    Object.entries(hints).flatMap(([file, tests]) =>
      Object.entries(tests).flatMap(([test, names]) =>
        names.split(" ").map((name) => [name, { file, test }] as const),
      ),
    ),
  );

/** The same as a file has it, in an order that does not depend on when each was found. */
export function hintsOf(noticed: ReadonlyMap<string, Noticing>): Hints {
  const lists = new Map<string, Map<string, string[]>>();
  for (const [name, { file, test }] of noticed) {
    const tests = lists.get(file) ?? new Map<string, string[]>();
    lists.set(file, tests.set(test, [...(tests.get(test) ?? []), name]));
  }
  const sorted = <T>(entries: Iterable<[string, T]>): [string, T][] =>
    [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted(lists).map(([file, tests]) => [
      file,
      Object.fromEntries(sorted(tests).map(([test, names]) => [test, names.sort().join(" ")])),
    ]),
  );
}

export const writeHints = (path: string, noticed: ReadonlyMap<string, Noticing>): void =>
  writeFileSync(path, `${JSON.stringify(hintsOf(noticed), null, 2)}\n`);

/**
 * What is to be written after a run of these files of tests: who has noticed each of its mutants now, and of those that it did not
 * try with the tests of before (`all` are the names of every part) who noticed them then.
 */
export function noticedSince(
  before: ReadonlyMap<string, Noticing>,
  all: readonly string[],
  judged: readonly Judged[],
  names: readonly string[],
  files: readonly string[],
  noticedBy: (id: number) => Noticing | undefined,
): Map<string, Noticing> {
  const there = new Set(all);
  const noticed = new Map([...before].filter(([name]) => there.has(name)));
  for (const each of judged) {
    const name = names[each.mutant.id] ?? "";
    const by = noticedBy(each.mutant.id);
    if (by) noticed.set(name, { file: by.file, test: shortOf(by.test) });
    else if (each.explained || (isOpen(each) && each.tried && files.includes(noticed.get(name)?.file ?? "")))
      noticed.delete(name);
  }
  return noticed;
}
