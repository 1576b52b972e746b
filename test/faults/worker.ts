import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { DOWN } from "../requests.ts";
import { type Fault, faulty, LATER } from "./faults.ts";

const realNow = Date.now;

/** The Worker itself on its real local bindings, with the faults that a request asks for. */
export default {
  ...worker,
  fetch(request, env, context) {
    const later = Number(request.headers.get(LATER));
    Date.now = () => realNow() + later;
    const bindings: Record<string, unknown> = { ...env };
    for (const down of request.headers.get(DOWN)?.split(",") ?? []) {
      const [name = "", fault = "throws"] = down.split("=");
      const binding = bindings[name];
      if (typeof binding !== "object" || binding === null) throw new TypeError(`no binding ${name}`);
      // The tests are the only ones to send it.
      bindings[name] = faulty(binding, fault as Fault);
    }
    // The same bindings, some of them with a fault in front.
    return worker.fetch(request, bindings as unknown as Env, context);
  },
} satisfies ExportedHandler<Env>;
