import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { DOWN } from "../requests.ts";

const fail = () => Promise.reject(new Error("Network connection lost."));
const statement = { bind: () => statement, first: fail, all: fail, run: fail };

/** A binding of any kind whose every call fails as it does when the platform can't reach it. */
const broken = { prepare: () => statement, batch: fail, get: fail, put: fail, delete: fail, limit: fail };

/** The Worker itself, but for the bindings that a request wants to be down. */
export default {
  ...worker,
  fetch(request, env, context) {
    const down = (request.headers.get(DOWN) ?? "").split(",");
    const bindings = Object.entries(env).map(([name, binding]) => [
      name,
      down.includes(name) ? broken : binding,
    ]);
    return worker.fetch(request, Object.fromEntries(bindings), context);
  },
} satisfies ExportedHandler<Env>;
