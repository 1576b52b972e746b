import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Known, KnownTest } from "./known.ts";

/** What a run tells: mutants by their numbers in it. */
export type Event =
  | { kind: "covered"; file: string; test: string; ms: number; passed: number[] }
  | { kind: "killed"; file: string; test: string; id: number }
  | { kind: "held"; file: string; test: string; ids: readonly number[] }
  | { kind: "once"; file: string; test: string; ids: readonly number[] }
  | { kind: "loaded"; ids: readonly number[] }
  /** It fails without any mutant. */
  | { kind: "failed"; file: string }
  /** Its tests pass where the file is loaded anew without any mutant, which takes so long; or one fails. */
  | { kind: "loadable"; file: string; ms: number }
  | { kind: "unloadable"; file: string }
  /** A test of it has not noticed a mutant that was on from the start. */
  | { kind: "kept"; file: string; id: number }
  | { kind: "unusable"; file: string; test: string };

/** Adds what the workers of a run have told. */
export function learn(known: Known, results: string, keys: readonly string[]): void {
  const keyOf = (id: number): string => keys[id] ?? "";
  for (const name of readdirSync(results).filter((each) => each.startsWith("events-")))
    for (const line of readFileSync(join(results, name), "utf8").split("\n").filter(Boolean)) {
      const event = JSON.parse(line) as Event;
      if (event.kind === "loaded") known.loaded = [...new Set([...known.loaded, ...event.ids.map(keyOf)])];
      else learnOfFile(known, event, keyOf);
    }
}

function learnOfFile(
  known: Known,
  event: Exclude<Event, { kind: "loaded" }>,
  keyOf: (id: number) => string,
): void {
  const file = known.files[event.file];
  if (!file) return;
  if (event.kind === "kept") {
    const key = keyOf(event.id);
    known.kept[key] = [...new Set([...(known.kept[key] ?? []), event.file])];
  } else if (event.kind === "loadable") Object.assign(file, { loadable: true, loadMs: event.ms });
  else if (event.kind === "unloadable") file.loadable = false;
  else if (event.kind === "failed") file.failed = true;
  else if (event.kind === "killed") known.killed[keyOf(event.id)] = { file: event.file, test: event.test };
  else if (event.kind === "covered") {
    const { test, ms, passed } = event;
    file.tests[test] = { held: [], ...file.tests[test], ms, passed: passed.map(keyOf) };
  } else if (event.kind === "held") hold(file.tests[event.test], event.ids.map(keyOf));
  else if (event.kind === "once") passOnce(file.tests[event.test], event.ids.map(keyOf));
  else if (!file.tests[event.test]) file.failed = true;
  else if (file.whole) delete file.tests[event.test];
  else file.whole = true;
}

function hold(test: KnownTest | undefined, keys: readonly string[]): void {
  if (!test) return;
  if (keys.length > 1) test.together = [...(test.together ?? []), ...keys];
  else test.held.push(...keys);
}

function passOnce(test: KnownTest | undefined, keys: readonly string[]): void {
  if (!test || keys.length === 0) return;
  test.once = [...(test.once ?? []), ...keys];
  test.passed = test.passed.filter((key) => !keys.includes(key));
}
