import { newId } from "../domain/ids.ts";
import type { Visit } from "../domain/visit.ts";
import { VisitGatherer } from "../domain/visit-gatherer.ts";
import type { Env } from "../env.ts";
import { pause } from "../storage/within.ts";

/** Of this isolate. */
const gatherer = new VisitGatherer();

/** Counts an answered visit after the answer. Never throws, and waits for nothing. */
export function countVisit(visit: Visit, env: Env, context: Pick<ExecutionContext, "waitUntil">): void {
  if (env.COUNT_VISITS === "off") return;
  try {
    gatherer.add(visit, {
      send: (message) => env.VISITS.send(message),
      waitUntil: (work) => context.waitUntil(work),
      wait: pause,
      newId: (now) => newId("vis", new Date(now)),
    });
  } catch (cause) {
    console.error(JSON.stringify({ job: "count visit", cause: String(cause) }));
  }
}
