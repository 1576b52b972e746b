/** Written into the copy of the tree whose code holds its mutants: which of them is on, and which were passed. */
const SWITCH = `
interface MutationState { active: number; passed: Set<number> }
const place = globalThis as unknown as { mutationState?: MutationState };
export const state: MutationState = (place.mutationState ??= { active: -1, passed: new Set() });
export function mutated(id: number): boolean {
  state.passed.add(id);
  return state.active === id;
}
`;

/** In front of the Worker: a request with this header switches a mutant on, and gets those that were passed before. */
export const MUTANT_HEADER = "X-Test-Mutant";

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
    state.active = Number(wanted);
    return Response.json(passed);
  },
};
`;

/** The modules that the copy has besides the project's own, by their paths. */
export const ADDED: Readonly<Record<string, string>> = {
  "src/mutation-switch.ts": SWITCH,
  "src/index.ts": ENTRY,
};
