import { newId } from "../core/ids.ts";
import type { Visit, VisitCount } from "./visit.ts";
import { VisitGatherer, type VisitPorts } from "./gatherer.ts";
import { pause, within } from "../platform/within.ts";
import type { Env } from "../env.ts";

/** A send that takes longer counts as failed, in milliseconds: work after an answer may take 30 s. */
const SEND_LIMIT_MS = 5_000;

/** Of this isolate. */
const gatherer = new VisitGatherer();

/** Counts an answered visit after the answer. Never throws, and waits for nothing. */
export function countVisit(visit: Visit, env: Env, context: Pick<ExecutionContext, "waitUntil">): void {
  if (env.COUNT_VISITS === "off") return;
  try {
    const work = gatherer.add(visit);
    if (work) context.waitUntil(work(portsOf(env)));
  } catch (cause) {
    log(cause);
  }
}

const portsOf = (env: Env): VisitPorts => ({
  send: (message) => within(SEND_LIMIT_MS, env.VISITS.send(message)),
  wait: pause,
  newId: (now) => newId("vis", new Date(now)),
  report: ({ cause, lost }) => log(cause, lost?.counts),
});

const log = (cause: unknown, lost?: VisitCount[]): void =>
  console.error(JSON.stringify({ job: "count visits", cause: String(cause), lost }));
