import type { FieldProblem } from "./errors.ts";

/** The maximum size of all problems of a response as JSON, in bytes. The whole response stays below 64 KiB. */
export const MAX_PROBLEM_BYTES = 63 * 1024;
/** The maximum of problems in a response, including the entry that counts the omitted problems. */
export const MAX_SHOWN_PROBLEMS = 1000;
/** The maximum size of the last entry, which counts the omitted problems, in bytes. */
const REST_BYTES = 100;
/** Callers choose the length of field names. Longer names are shortened in the middle. In UTF-16 units. */
const MAX_FIELD_LENGTH = 200;
const SHOWN_AT_EACH_END = 99;

const encoder = new TextEncoder();

/** The size of these problems as JSON, in bytes. */
export const bytesOfProblems = (problems: readonly FieldProblem[]): number =>
  encoder.encode(JSON.stringify(problems)).length;

/**
 * As many of `problems` as fit into `bytes` and into a response, in order, with long field names shortened. The last entry
 * counts the omitted problems, even if no other entry fits. `complete` says whether `problems` has all existing problems.
 */
export function boundedProblems(
  problems: readonly FieldProblem[],
  complete: boolean,
  bytes = MAX_PROBLEM_BYTES,
): FieldProblem[] {
  const shown: FieldProblem[] = [];
  let left = bytes - REST_BYTES;
  const limit = problems.length > MAX_SHOWN_PROBLEMS ? MAX_SHOWN_PROBLEMS - 1 : MAX_SHOWN_PROBLEMS;
  for (const { field, message } of problems.slice(0, limit)) {
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
    : `${field.slice(0, SHOWN_AT_EACH_END)}…${field.slice(-SHOWN_AT_EACH_END)}`.toWellFormed();
