/** A loop that a mutant keeps from ending is ended after so many questions, and so many times those of a run without any. */
const LEAST_QUESTIONS = 1_000_000;
const TIMES_MOST = 10;

/** Written into the copy of the tree whose code holds its mutants: which of them are on, and which were passed. */
const SWITCH = `
interface MutationState { switchOn(ids: Iterable<number>): number[] }
let active = new Set<number>();
const passed = new Set<number>();
let questions = 0;
let most = 0;
export function switchOn(ids: Iterable<number>): number[] {
  const before = [...passed];
  if (active.size === 0) most = questions;
  questions = 0;
  passed.clear();
  active = new Set(ids);
  return before;
}
(globalThis as unknown as { mutationState?: MutationState }).mutationState = { switchOn };
export function mutated(id: number): boolean {
  if (++questions > ${LEAST_QUESTIONS} + ${TIMES_MOST} * most && active.size > 0)
    throw new Error("a mutant keeps a loop from ending");
  passed.add(id);
  return active.has(id);
}
`;

/** In front of the Worker: a request with this header switches mutants on, and gets those that were passed before. */
export const MUTANT_HEADER = "X-Test-Mutants";
/** In the place of numbers: none is on. A header can't be empty on its way. */
export const NO_MUTANT = "none";

const ENTRY = `
import { switchOn } from "./mutation-switch.ts";
import worker from "./index-itself.ts";
export default {
  ...worker,
  fetch(request, env, context) {
    const wanted = request.headers.get("${MUTANT_HEADER}");
    if (wanted === null) return worker.fetch(request, env, context);
    return Response.json(switchOn(wanted === "${NO_MUTANT}" ? [] : wanted.split(",").map(Number)));
  },
};
`;

/** The modules that the copy has besides the project's own, by their paths. */
export const ADDED: Readonly<Record<string, string>> = {
  "src/mutation-switch.ts": SWITCH,
  "src/index.ts": ENTRY,
};
