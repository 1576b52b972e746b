import type { FieldProblem } from "./errors.ts";

/** What all problems of one answer may take as JSON, in bytes: with the rest of it, the answer stays below 64 KiB. */
const MAX_BYTES = 63 * 1024;
/** What the entry that counts the rest takes at most. */
const REST_BYTES = 100;
/** Field names are as long as callers make them; from here on their middle is left out, in UTF-16 units. */
const MAX_FIELD_LENGTH = 200;
const KEPT_AT_EACH_END = 99;

const encoder = new TextEncoder();

/**
 * As many of `problems` as fit into one answer, in their order, long field names shortened in the middle; then one entry
 * that counts those that did not fit. `complete` says whether `problems` are all there are.
 */
export function boundedProblems(problems: readonly FieldProblem[], complete: boolean): FieldProblem[] {
  const shown: FieldProblem[] = [];
  let left = MAX_BYTES - REST_BYTES;
  for (const { field, message } of problems) {
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
