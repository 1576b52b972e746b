import { newId } from "../core/ids.ts";
import type { WaitUntil } from "../platform/background.ts";
import { DEADLINES, pause, within } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";
import type { AnsweredVisit } from "../short-links/visitor.ts";
import { VisitGatherer, type VisitPorts } from "./gatherer.ts";
import type { VisitMessage } from "./message.ts";

/** State of this isolate. */
const gatherer = new VisitGatherer();

/** Counts an answered visit, after the response. Never throws, and returns at once. */
export function countVisit(
  visit: AnsweredVisit,
  queue: Queue<VisitMessage>,
  waitUntil: WaitUntil,
  log: Log,
): void {
  try {
    const work = gatherer.add(visit);
    if (work) waitUntil(work(portsOf(queue, log)));
  } catch (cause) {
    log("error", "count visits", { cause });
  }
}

const portsOf = (queue: Queue<VisitMessage>, log: Log): VisitPorts => ({
  send: (message) => within(DEADLINES.queueSend, queue.send(message)),
  wait: pause,
  newId: (now) => newId("vis", new Date(now)),
  report: ({ cause, lost }) => log("error", "count visits", { cause, lost: lost?.counts }),
});
