import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { normalPath } from "../../ground/core/kept-path.ts";
import { pause, within } from "../../ground/platform/deadlines.ts";
import { userAgentText } from "../../ground/platform/known-user-agents.ts";
import type { Log } from "../../ground/platform/log.ts";
import { Memory } from "../../ground/platform/memory.ts";
import { clientAddress, keyedHash } from "../../ground/platform/rate-limit.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import { readUserAgent } from "../../ground/platform/user-agent.ts";
import type { UnknownVisit } from "../short-links/visit.ts";
import { nextMessage } from "./message-sender.ts";
import type { UnknownCount, VisitMessage } from "./visit-counts.ts";

/** Longer paths are not typing mistakes. */
const MAX_PATH = 100;

/** The path that a person requested, in its one form and in lower case, without its query; null for robots, the root and long paths. */
function unknownPath({ request }: UnknownVisit): string | null {
  const { method, url, headers } = request;
  if (method !== "GET") return null;
  const [, text = ""] = /^https?:\/\/[^/]+(\/[^?]*)/.exec(url) ?? [];
  const path = text.length > 3 * MAX_PATH ? "" : normalPath(text).toLowerCase();
  if (path.length < 2 || path.length > MAX_PATH) return null;
  const { robot, socialPreview, office } = readUserAgent(userAgentText(headers.get("User-Agent")));
  return robot || socialPreview || office ? null : path;
}

/** The visits that an isolate counts in a minute: a scan by strangers costs no more than this. */
const MAX_VISITS = 100;
/** The addresses of a client that an isolate counts in a day: a person who tries random addresses hides nobody else's. */
const MAX_OF_CLIENT = 20;
const MINUTE = 60_000;
/** The age at which counts are sent, in milliseconds, and at which the request that should have sent them has ended. */
const SEND_AFTER = 1_000;
const ORPHANED = 10_000;

/** State of this isolate: the counts that are to be sent, and the visits of the current minute. */
let batch = { since: 0, counts: new Map<string, UnknownCount>() };
let minute = { since: 0, visits: 0 };
/** The clients of each address and day, as hashes that do not identify them. */
const counted = new Memory<true>(10_000, DAY_MS);
/** The number of addresses of each client and day, by such hashes. */
const ofClients = new Memory<number>(10_000, DAY_MS);

/** Counts a client that requested an address of a domain without a link, once a day for each address. Never rejects. */
export async function countUnknown(visit: UnknownVisit, queue: Queue<VisitMessage>, log: Log): Promise<void> {
  const { host, time } = visit;
  const path = unknownPath(visit);
  if (path === null) return;
  const day = dayOf(new Date(time));
  const key = `${day} ${host}${path}`;
  const address = clientAddress(visit.request);
  const client = keyedHash(`${address} ${key}`);
  if (counted.get(client, time)) return;
  const person = keyedHash(`${address} ${day}`);
  const others = ofClients.get(person, time) ?? 0;
  if (others >= MAX_OF_CLIENT) return;
  if (time - minute.since >= MINUTE) minute = { since: time, visits: 0 };
  if (++minute.visits > MAX_VISITS) return;
  counted.set(client, true, time);
  ofClients.set(person, others + 1, time);
  const isFirst = batch.counts.size === 0 || time - batch.since >= ORPHANED;
  if (isFirst) batch.since = time;
  const known = batch.counts.get(key);
  if (known) known[3]++;
  else batch.counts.set(key, [host, path, day, 1]);
  if (!isFirst) return;
  await pause(SEND_AFTER);
  const unknown = [...batch.counts.values()];
  batch = { since: 0, counts: new Map() };
  const message = { ...nextMessage(time), since: time, counts: [], apart: [], unknown };
  try {
    await within(SERVICE_DEADLINES.queueSend, queue.send(message));
  } catch (cause) {
    log("error", "count visits", { cause });
  }
}
