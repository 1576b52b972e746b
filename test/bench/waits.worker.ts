import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { DELAY, type Slowing, slow, WAITS } from "./slow-bindings.ts";

/** Requests come one at a time. */
const now: Slowing = { delay: 0, chain: { length: 0 } };
/** The slow bindings: the same for all requests, as bindings are, since what is remembered of a database goes by them. */
let bindings: Env | undefined;

const slowed = (env: Env): Env => ({
  ...env,
  ...Object.fromEntries(
    Object.entries(env).map(([name, binding]) => [
      name,
      typeof binding === "object" && !name.endsWith("_RATE_LIMIT") ? slow(binding, now) : binding,
    ]),
  ),
});

/** The Worker itself on its real local bindings, rate limiters aside, which tells what each request waited for. */
export default {
  ...worker,
  async fetch(request, env, context) {
    now.delay = Number(request.headers.get(DELAY));
    now.chain = { length: 0 };
    const { chain } = now;
    bindings ??= slowed(env);
    const response = await worker.fetch(request, bindings, context);
    const answer = new Response(response.body, response);
    answer.headers.set(WAITS, String(chain.length));
    return answer;
  },
} satisfies ExportedHandler<Env>;
