import type { Origins } from "../core/origins.ts";
import type { WaitUntil } from "../platform/background.ts";
import { correlationIdOf } from "../platform/correlation-id.ts";
import { isSocialPreview, userAgentText } from "../platform/known-user-agents.ts";
import type { Log } from "../platform/log.ts";
import { dropUnreadBody } from "../platform/unread-body.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import type { ShortLinkAddress } from "./address.ts";
import { askForClient, type ClientResolution } from "./ask-for-client.ts";
import { MARKETPLACE, withoutAssociatesTag } from "./associates-tag.ts";
import { type KnownLink, redirectMemory } from "./memory.ts";
import { NearestInstance } from "./nearest-instance.ts";
import { previewResponse } from "./preview.ts";
import { PROBLEMS, problemResponse } from "./problems.ts";
import { answerWith, type PreparedRedirect, redirectTo } from "./redirect-response.ts";
import { recallShortLink } from "./resolve.ts";
import { chooseDestination } from "./shop-choice.ts";
import { redirectSources } from "./sources.ts";
import { type AnsweredVisit, countryOf, isPrefetch, postalCodeOf, referrerOf } from "./visitor.ts";

/** State of this isolate. */
const memory = redirectMemory();
const instance = new NearestInstance();

/** What a redirect depends on. */
export interface RedirectDependencies {
  kv: KVNamespace;
  db: D1Database;
  /** Limits the unknown short ids that one client asks for. */
  unknownLimiter: RateLimit;
  /** Called only for a destination on our own host and for a preview. */
  origins(): Origins;
  /** Whether visits by a QR code keep an Associates tag that the service added. Called only for such a visit. */
  keepsTagOnScans: boolean;
  /** Counts an answered visit, after the response. Never throws. */
  countVisit(visit: AnsweredVisit): void;
  waitUntil: WaitUntil;
  log: Log;
}

/** One request of a short link. */
interface Visit {
  request: Request;
  shortId: string;
  qr: string;
  /** When it came, in milliseconds since 1970. */
  time: number;
}

/**
 * Answers GET and HEAD of a short link, outside of the API's middleware: synchronously from memory, else from KV or D1.
 * It waits only for what the Location needs.
 */
export function redirect(
  request: Request,
  { shortId, qr }: ShortLinkAddress,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return dropUnreadBody(request).then(() => refuse(request, PROBLEMS.method));
  if (shortId === null) return refuse(request, PROBLEMS.unknown);
  const visit = { request, shortId, qr, time: Date.now() };
  const known = recallShortLink(shortId, visit.time, memory);
  return known ? answer(known, visit, dependencies) : ask(visit, dependencies);
}

async function ask(visit: Visit, dependencies: RedirectDependencies): Promise<Response> {
  const { kv, db, waitUntil, log, unknownLimiter } = dependencies;
  const sources = redirectSources(kv, db, waitUntil, instance, log);
  const attempt = attemptOf(unknownLimiter, visit.request);
  const resolution = await askForClient(visit.shortId, visit.time, memory, sources, attempt);
  return answer(resolution, visit, dependencies);
}

function answer(resolution: ClientResolution, visit: Visit, dependencies: RedirectDependencies): Response {
  const { request } = visit;
  switch (resolution.kind) {
    case "limited":
      return refuse(request, PROBLEMS.limited);
    case "unknown":
      return refuse(request, PROBLEMS.unknown);
    case "unavailable": {
      const correlationId = correlationIdOf(request);
      dependencies.log("error", "redirect", { correlationId, status: 503, cause: resolution.cause });
      return problemResponse(request, PROBLEMS.unavailable, correlationId);
    }
    case "link":
      if (resolution.entry.status !== "active") return refuse(request, PROBLEMS.inactive);
      return lead(resolution.entry, visit, dependencies);
  }
}

const refuse = (request: Request, problem: (typeof PROBLEMS)[keyof typeof PROBLEMS]): Response =>
  problemResponse(request, problem, correlationIdOf(request));

function lead(link: KnownLink, visit: Visit, dependencies: RedirectDependencies): Response {
  const { request, qr, time } = visit;
  const userAgent = userAgentText(request.headers.get("User-Agent"));
  const response = redirectAnswer(link, visit, userAgent, dependencies);
  const head = request.method === "HEAD";
  const country = countryOf(request);
  const prefetch = isPrefetch(request);
  // Only once there is an answer: a destination that no header can carry throws above, and counts as no visit.
  // A camera sends no referrer, and an app that opens what it scanned would be named in its place.
  const referrer = qr === "" ? referrerOf(request) : undefined;
  dependencies.countVisit({ linkId: link.linkId, qr, time, country, userAgent, head, prefetch, referrer });
  return response;
}

function redirectAnswer(
  link: KnownLink,
  { request, shortId }: Visit,
  userAgent: string,
  { origins, keepsTagOnScans }: RedirectDependencies,
): Response {
  const prepared = scanRedirect(link, request, keepsTagOnScans) ?? visitRedirect(link, request, origins);
  const { publicName } = link;
  if (publicName === undefined || !isSocialPreview(userAgent)) return answerWith(prepared, request);
  const page = { publicName, url: `${origins().shortLink}/${shortId}`, destination: prepared.location };
  return previewResponse(page, correlationIdOf(request));
}

function visitRedirect(link: KnownLink, request: Request, origins: () => Origins): PreparedRedirect {
  const { destination, stores } = link;
  const target = stores ? chooseDestination(destination, stores, postalCodeOf(request)) : destination;
  const location = target.startsWith("/") ? origins().shortLink + target : target;
  // A location that depends on the shopper or on the request's host is made for each request.
  if (location !== destination) return redirectTo(location);
  link.redirect ??= redirectTo(destination);
  return link.redirect;
}

/** As QR codes have it, whatever its value is: a printed code may have been removed from the link's codes. */
const SCAN = /[?&]qr=/;

/**
 * Where a visit by a QR code leads whose link has an Associates tag of the service: to the destination without the tag.
 * Else null. Where neither KV nor D1 said who added the tag, it is taken off too, as most tags are the service's.
 */
function scanRedirect(link: KnownLink, request: Request, keepsTagOnScans: boolean): PreparedRedirect | null {
  const { destination, tagBy } = link;
  if (tagBy === "caller" || !destination.startsWith(MARKETPLACE) || !SCAN.test(request.url)) return null;
  if (keepsTagOnScans) return null;
  if (link.scanRedirect === undefined) {
    const untagged = withoutAssociatesTag(destination);
    link.scanRedirect = untagged === null ? null : redirectTo(untagged);
  }
  return link.scanRedirect;
}
