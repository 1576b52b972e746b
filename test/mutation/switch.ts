/**
 * A loop that a mutant keeps from ending is ended after so many questions, and so many times the most of a run of the same test
 * without any: mutants can be switched off twice in a row, the second time after no question. Where a mutant is on from the
 * start, no run without it was before, and a test may ask as many as one that makes an index of many links.
 */
const LEAST_QUESTIONS = 1_000_000;
const TIMES_MOST = 10;
const MOST_OF_A_LOAD = 10_000_000;

/**
 * Written into the copy of the tree whose code holds its mutants: which of them are on, and which were passed. `mutantsOnLoad` are on
 * before any other module is loaded (`load-with.ts`).
 */
const SWITCH = `
const place = globalThis as unknown as { mutationState?: MutationState; mutantsOnLoad?: number[] };
class MutationState {
  active = new Set<number>(place.mutantsOnLoad);
  passed = new Set<number>();
  questions = 0;
  most = place.mutantsOnLoad?.length ? ${MOST_OF_A_LOAD} : 0;
  switchOn(ids: Iterable<number>, isForAnotherTest = false): number[] {
    const passed = [...this.passed];
    if (isForAnotherTest) this.most = 0;
    else if (this.active.size === 0) this.most = Math.max(this.most, this.questions);
    this.questions = 0;
    this.passed.clear();
    this.active = new Set(ids);
    return passed;
  }
}
export const state: MutationState = (place.mutationState ??= new MutationState());
export function mutated(id: number): boolean {
  if (++state.questions > ${LEAST_QUESTIONS} + ${TIMES_MOST} * state.most && state.active.size > 0)
    throw new Error("a mutant keeps a loop from ending");
  state.passed.add(id);
  return state.active.has(id);
}
`;

/** In front of the Worker: a request with this header switches mutants on, and gets those that were passed before. */
export const MUTANT_HEADER = "X-Test-Mutants";
/** In the place of numbers: none is on. A header can't be empty on its way. */
export const NO_MUTANT = "none";
/** The same, and what follows is of another test. */
export const ANOTHER_TEST = "another test";

const ENTRY = `
import { state } from "./mutation-switch.ts";
import worker from "./index-itself.ts";
export default {
  ...worker,
  fetch(request, env, context) {
    const wanted = request.headers.get("${MUTANT_HEADER}");
    if (wanted === null) return worker.fetch(request, env, context);
    const ids = wanted === "${NO_MUTANT}" || wanted === "${ANOTHER_TEST}" ? [] : wanted.split(",").map(Number);
    return Response.json(state.switchOn(ids, wanted === "${ANOTHER_TEST}"));
  },
};
`;

/** The modules that the copy has besides the project's own, by their paths. */
export const ADDED: Readonly<Record<string, string>> = {
  "src/mutation-switch.ts": SWITCH,
  "src/index.ts": ENTRY,
};
