import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";

import { type Chain, DELAY, slow, WAITS } from "./slow-bindings.ts";

/** The Worker itself on its real local bindings, rate limiters aside, which tells what each request waited for. */
export default {
  ...worker,
  async fetch(request, env, context) {
    const chain: Chain = { length: 0 };
    const delay = Number(request.headers.get(DELAY));
    const bindings = Object.entries(env).map(([name, binding]) => [
      name,
      typeof binding === "object" && !name.endsWith("_RATE_LIMIT") ? slow(binding, delay, chain) : binding,
    ]);
    const response = await worker.fetch(request, Object.fromEntries(bindings), context);
    const answer = new Response(response.body, response);
    answer.headers.set(WAITS, String(chain.length));
    return answer;
  },
} satisfies ExportedHandler<Env>;
