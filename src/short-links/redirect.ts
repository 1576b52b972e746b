import type { Origins } from "../core/origins.ts";
import type { WaitUntil } from "../platform/background.ts";
import { correlationIdOf } from "../platform/correlation-id.ts";
import type { Log } from "../platform/log.ts";
import { readUserAgent } from "../platform/user-agent.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import type { ShortLinkAddress } from "./address.ts";
import { leadingResponse, PROBLEMS, previewResponse, problemResponse } from "./answers.ts";
import { askForClient, type ClientResolution } from "./ask-for-client.ts";
import type { RedirectEntry } from "./entry.ts";
import { redirectMemory } from "./memory.ts";
import { NearestInstance } from "./nearest-instance.ts";
import { recallShortLink } from "./resolve.ts";
import { chooseDestination } from "./shop-choice.ts";
import { redirectSources } from "./sources.ts";
import { type AnsweredVisit, countryOf, isPrefetch, postalCodeOf } from "./visitor.ts";

/** Of this isolate. */
const memory = redirectMemory();
const instance = new NearestInstance();

/** What a redirect stands on. */
export interface RedirectDependencies {
  kv: KVNamespace;
  db: D1Database;
  /** Limits the unknown short ids that one client asks for. */
  unknownLimiter: RateLimit;
  /** Asked for only where a destination is on our own host. */
  origins(): Origins;
  /** Takes note of an answered visit, after the answer. Never throws. */
  countVisit(visit: AnsweredVisit): void;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * GET and HEAD of a short link, outside of the API's pipeline: from memory in the same turn, else from KV or D1.
 * Only what the Location needs is waited for.
 */
export function redirect(
  request: Request,
  { shortId, qr }: ShortLinkAddress,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const correlationId = correlationIdOf(request);
  if (request.method !== "GET" && request.method !== "HEAD") {
    return problemResponse(request, PROBLEMS.method, correlationId);
  }
  if (shortId === null) return problemResponse(request, PROBLEMS.unknown, correlationId);
  const now = Date.now();
  const known = recallShortLink(shortId, now, memory);
  if (known) return answer(known);
  const { kv, db, waitUntil, log, unknownLimiter } = dependencies;
  const sources = redirectSources(kv, db, waitUntil, instance, log);
  return askForClient(shortId, now, memory, sources, attemptOf(unknownLimiter, request)).then(answer);

  function answer(resolution: ClientResolution): Response {
    switch (resolution.kind) {
      case "limited":
        return problemResponse(request, PROBLEMS.limited, correlationId);
      case "unknown":
        return problemResponse(request, PROBLEMS.unknown, correlationId);
      case "unavailable":
        dependencies.log("error", "redirect", { correlationId, status: 503, cause: resolution.cause });
        return problemResponse(request, PROBLEMS.unavailable, correlationId);
      case "link":
        if (resolution.entry.status !== "active")
          return problemResponse(request, PROBLEMS.inactive, correlationId);
        return lead(resolution.entry);
    }
  }

  function lead({ linkId, publicName, stores, destination }: RedirectEntry): Response {
    const target = stores ? chooseDestination(destination, stores, postalCodeOf(request)) : destination;
    const userAgent = readUserAgent(request.headers.get("User-Agent"));
    dependencies.countVisit({
      linkId,
      qr,
      time: now,
      country: countryOf(request),
      userAgent,
      head: request.method === "HEAD",
      prefetch: isPrefetch(request),
    });
    const location = target.startsWith("/") ? dependencies.origins().shortLink + target : target;
    if (publicName !== undefined && userAgent.socialPreview) {
      const url = `${dependencies.origins().shortLink}/${shortId}`;
      return previewResponse({ publicName, url, destination: location }, correlationId);
    }
    return leadingResponse(location, correlationId);
  }
}
