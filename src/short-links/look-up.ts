import { attemptOf } from "../platform/failed-attempts.ts";
import { addressKey } from "./address-key.ts";
import { askForClient, type ClientResolution } from "./ask-for-client.ts";
import { redirectMemory } from "./memory.ts";
import { NearestInstance } from "./nearest-instance.ts";
import { recallShortLink } from "./resolve.ts";
import { redirectSources } from "./sources.ts";
import type { RedirectDependencies, Visit } from "./visit.ts";

/** State of this isolate. */
const memory = redirectMemory();
/** The D1 instance that all look-ups of this isolate query. */
export const nearestInstance = new NearestInstance();

/** The link at the URL of a visit: synchronously from memory, else from KV or D1. Never rejects. */
export function lookUp(
  { request, host, name, time }: Visit,
  { kv, db, waitUntil, log, unknownLimiter }: RedirectDependencies,
): ClientResolution | Promise<ClientResolution> {
  const address = addressKey(host, name);
  const known = recallShortLink(address, time, memory);
  if (known) return known;
  const sources = redirectSources(kv, db, waitUntil, nearestInstance, log);
  return askForClient(address, time, memory, sources, attemptOf(unknownLimiter, request));
}
