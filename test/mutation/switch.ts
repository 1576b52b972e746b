/** Written into the copy of the tree whose code holds its mutants: which of them are on, and which were passed. */
const SWITCH = `
interface MutationState { active: Set<number>; passed: Set<number> }
const place = globalThis as unknown as { mutationState?: MutationState };
export const state: MutationState = (place.mutationState ??= { active: new Set(), passed: new Set() });
export function mutated(id: number): boolean {
  state.passed.add(id);
  return state.active.has(id);
}
`;

/** In front of the Worker: a request with this header switches mutants on, and gets those that were passed before. */
export const MUTANT_HEADER = "X-Test-Mutants";
/** In the place of numbers: none is on. A header can't be empty on its way. */
export const NO_MUTANT = "none";

const ENTRY = `
import { state } from "./mutation-switch.ts";
import worker from "./index-itself.ts";
export default {
  ...worker,
  fetch(request, env, context) {
    const wanted = request.headers.get("${MUTANT_HEADER}");
    if (wanted === null) return worker.fetch(request, env, context);
    const passed = [...state.passed];
    state.passed.clear();
    state.active.clear();
    if (wanted !== "${NO_MUTANT}") for (const id of wanted.split(",")) state.active.add(Number(id));
    return Response.json(passed);
  },
};
`;

/** The modules that the copy has besides the project's own, by their paths. */
export const ADDED: Readonly<Record<string, string>> = {
  "src/mutation-switch.ts": SWITCH,
  "src/index.ts": ENTRY,
};
