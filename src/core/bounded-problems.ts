import type { FieldProblem } from "./errors.ts";

/** The most that all problems of one response may take as JSON, in bytes. The whole response stays below 64 KiB. */
export const MAX_PROBLEM_BYTES = 63 * 1024;
/** The most problems of one response, with the entry that counts the omitted ones. */
export const MAX_SHOWN_PROBLEMS = 1000;
/** The most that the last entry, which counts the omitted problems, can take, in bytes. */
const REST_BYTES = 100;
/** Callers choose how long field names are. The middle of a longer one is left out. In UTF-16 units. */
const MAX_FIELD_LENGTH = 200;
const KEPT_AT_EACH_END = 99;

const encoder = new TextEncoder();

/** What JSON takes of these problems, in bytes. */
export const bytesOfProblems = (problems: readonly FieldProblem[]): number =>
  encoder.encode(JSON.stringify(problems)).length;

/**
 * As many of `problems` as fit into `bytes` and into one response, in their order, with long field names shortened in the
 * middle. One last entry counts those that did not fit, even where there is no room for another. `complete` says whether
 * `problems` holds all problems that exist.
 */
export function boundedProblems(
  problems: readonly FieldProblem[],
  complete: boolean,
  bytes = MAX_PROBLEM_BYTES,
): FieldProblem[] {
  const shown: FieldProblem[] = [];
  let left = bytes - REST_BYTES;
  const room = problems.length > MAX_SHOWN_PROBLEMS ? MAX_SHOWN_PROBLEMS - 1 : MAX_SHOWN_PROBLEMS;
  for (const { field, message } of problems.slice(0, room)) {
    const problem = { field: shortened(field), message };
    left -= encoder.encode(JSON.stringify(problem)).length + 1;
    if (left < 0) break;
    shown.push(problem);
  }
  const more = problems.length - shown.length;
  if (more === 0) return shown;
  const count = complete ? `${more}` : `at least ${more}`;
  return [...shown, { field: "request", message: `has ${count} further problems` }];
}

const shortened = (field: string): string =>
  field.length <= MAX_FIELD_LENGTH
    ? field
    : `${field.slice(0, KEPT_AT_EACH_END)}…${field.slice(-KEPT_AT_EACH_END)}`.toWellFormed();
