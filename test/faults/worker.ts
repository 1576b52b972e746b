import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { FAULTS, type Fault, faulty, LATER } from "./faults.ts";

const realNow = Date.now;

/** The Worker itself on its real local bindings, with the faults that a request asks for. */
export default {
  ...worker,
  fetch(request, env, context) {
    const later = Number(request.headers.get(LATER));
    Date.now = () => realNow() + later;
    // The tests are the only ones to send it.
    const faults = JSON.parse(request.headers.get(FAULTS) ?? "{}") as Record<string, Fault>;
    const bindings = Object.entries(env).map(([name, binding]) => {
      const fault = faults[name];
      return [name, fault && typeof binding === "object" ? faulty(binding, fault) : binding];
    });
    return worker.fetch(request, Object.fromEntries(bindings), context);
  },
} satisfies ExportedHandler<Env>;
