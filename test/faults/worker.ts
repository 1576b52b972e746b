import type { Env } from "../../src/env.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import worker from "../../src/index.ts";
import { runJobs } from "../../src/scheduled.ts";
import { DOWN } from "../requests.ts";
import {
  DELIVERIES,
  type Fault,
  faulty,
  JOBS,
  LATER,
  NOTHING,
  SCHEDULED,
  SETTLED,
  VARIABLES,
} from "./faults.ts";
import { jump, PLAN, planned, planOf } from "./planned.ts";

const realNow = Date.now;
/** The faults of first deliveries, in the header's format. */
let deliveries = "";

/** The Worker's bindings with other variables, by their JSON. An isolate caches per bindings object. */
const configured = new Map<string, Env>();

/** The bindings with the variables in a header. */
function withVariables(env: Env, header: string): Env {
  const found = configured.get(header) ?? { ...env, ...JSON.parse(header) };
  configured.set(header, found);
  return found;
}

/** The bindings with the faults in a header. */
function withFaults(env: Env, header: string): Env {
  if (header === "") return env;
  const bindings: Record<string, unknown> = { ...env };
  for (const down of header.split(",").filter((each) => each !== "" && each !== NOTHING)) {
    const [name = "", fault = "throws"] = down.split("=");
    const binding = bindings[name];
    if (typeof binding !== "object" || binding === null) throw new TypeError(`no binding ${name}`);
    // Only the tests send it.
    bindings[name] = faulty(binding, fault as Fault);
  }
  // The same bindings, some of them with a fault in front.
  return bindings as unknown as Env;
}

/** The batch, whose messages are retried immediately: the Worker's delays take hours. */
const withoutPauses = (batch: MessageBatch): MessageBatch => ({
  queue: batch.queue,
  metadata: batch.metadata,
  ackAll: () => batch.ackAll(),
  retryAll: () => batch.retryAll(),
  messages: batch.messages.map((message) => ({
    id: message.id,
    timestamp: message.timestamp,
    body: message.body,
    attempts: message.attempts,
    ack: () => message.ack(),
    retry: () => message.retry(),
  })),
});

/** The context of a request, which gathers the work after the response. */
const withWaitUntil = (
  context: ExecutionContext,
  waitUntil: ExecutionContext["waitUntil"],
): ExecutionContext =>
  new Proxy(context, {
    get(target, property) {
      if (property === "waitUntil") return waitUntil;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** The Worker itself on its real local bindings, with a request's faults. */
export default {
  ...worker,
  async fetch(request, env, context) {
    const later = Number(request.headers.get(LATER));
    Date.now = () => realNow() + later + jump();
    deliveries = request.headers.get(DELIVERIES) ?? deliveries;
    const variables = request.headers.get(VARIABLES);
    const given = variables === null ? env : withVariables(env, variables);
    const bindings = withFaults(given, request.headers.get(DOWN) ?? "");
    const used = planned(bindings, planOf(request.headers.get(PLAN)));
    if (request.headers.has(JOBS)) {
      try {
        await runJobs(used, new Date(Date.now()));
      } catch {
        return new Response("A job failed.", { status: 503, headers: { "Retry-After": "60" } });
      }
    }
    const scheduled = request.headers.get(SCHEDULED);
    if (scheduled !== null) {
      await runJobs(used, new Date(Number(scheduled)));
      return new Response();
    }
    if (!request.headers.has(SETTLED)) return worker.fetch(request, used, context);
    const { waitUntil, settled } = gatherWork();
    const response = await worker.fetch(request, used, withWaitUntil(context, waitUntil));
    await settled();
    return response;
  },
  queue(batch, env) {
    const isFirst = batch.messages.every(({ attempts }) => attempts === 1);
    return worker.queue(withoutPauses(batch), isFirst ? withFaults(env, deliveries) : env);
  },
} satisfies ExportedHandler<Env>;
