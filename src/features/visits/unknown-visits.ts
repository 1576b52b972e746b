import { dayOf } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import { DEADLINES, pause, within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { UnknownVisit } from "../short-links/short-link-visit.ts";
import { unknownPath } from "../short-links/unknown-visit.ts";
import type { UnknownCount, VisitMessage } from "./visit-message.ts";

/** The visits that an isolate counts in a minute: a scan by strangers costs no more than this. */
const MAX_VISITS = 100;
const MINUTE = 60_000;
/** The age at which counts are sent, in milliseconds, and at which the request that should have sent them has ended. */
const SEND_AFTER = 1_000;
const ORPHANED = 10_000;

/** State of this isolate: the counts that are to be sent, and the visits of the current minute. */
let batch = { since: 0, counts: new Map<string, UnknownCount>() };
let minute = { since: 0, visits: 0 };

/** Counts what a person requested from a domain that has no link for it. Never rejects. */
export async function countUnknown(visit: UnknownVisit, queue: Queue<VisitMessage>, log: Log): Promise<void> {
  const { host, time } = visit;
  const path = unknownPath(visit);
  if (path === null) return;
  if (time - minute.since >= MINUTE) minute = { since: time, visits: 0 };
  if (++minute.visits > MAX_VISITS) return;
  const isFirst = batch.counts.size === 0 || time - batch.since >= ORPHANED;
  if (isFirst) batch.since = time;
  const day = dayOf(new Date(time));
  const key = `${day} ${host}${path}`;
  const known = batch.counts.get(key);
  if (known) known[3]++;
  else batch.counts.set(key, [host, path, day, 1]);
  if (!isFirst) return;
  await pause(SEND_AFTER);
  const unknown = [...batch.counts.values()];
  batch = { since: 0, counts: new Map() };
  const message = { id: newId("vis", new Date(time)), counts: [], referrers: [], taps: [], unknown };
  try {
    await within(DEADLINES.queueSend, queue.send(message));
  } catch (cause) {
    log("error", "count visits", { cause });
  }
}
