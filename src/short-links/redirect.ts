import { ServiceError } from "../core/errors.ts";
import type { RedirectEntry } from "../links/link.ts";
import { askForShortLink, type Resolution, recallShortLink } from "./resolve.ts";
import type { ShortLinkAddress } from "./address.ts";
import { chooseDestination } from "./shop-choice.ts";
import { readUserAgent } from "../visits/user-agent.ts";
import type { Env } from "../env.ts";
import { correlationIdOf } from "../platform/correlation-id.ts";
import { originsOf } from "../api/origins.ts";
import { clientAddress, limitRate } from "../platform/rate-limit.ts";
import { leadingResponse, PROBLEMS, previewResponse, problemResponse } from "./answers.ts";
import { countVisit } from "../visits/count-visit.ts";
import { NearestInstance } from "./nearest-instance.ts";
import { redirectMemory } from "./memory.ts";
import { redirectSources } from "./redirect-store.ts";

/** Window of the limit in wrangler.toml, in seconds. */
const UNKNOWN_PERIOD = 60;

/** Of this isolate. */
const memory = redirectMemory();
const instance = new NearestInstance();

/**
 * GET and HEAD of a short link, outside of the API's pipeline: from memory in the same turn, else from KV or D1.
 * Only what the Location needs is waited for.
 */
export function redirect(
  request: Request,
  { shortId, qr }: ShortLinkAddress,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  const correlationId = correlationIdOf(request);
  if (request.method !== "GET" && request.method !== "HEAD") {
    return problemResponse(request, PROBLEMS.method, correlationId);
  }
  if (shortId === null) return problemResponse(request, PROBLEMS.unknown, correlationId);
  const now = Date.now();
  const known = recallShortLink(shortId, now, memory);
  if (known) return answer(known);
  const sources = redirectSources(env.LINKS, env.DB, (work) => context.waitUntil(work), instance);
  return askForShortLink(shortId, now, memory, sources).then(async (resolution) =>
    resolution.kind === "unknown" && (await isLimited(request, env))
      ? problemResponse(request, PROBLEMS.limited, correlationId)
      : answer(resolution),
  );

  function answer(resolution: Resolution): Response {
    switch (resolution.kind) {
      case "unknown":
        return problemResponse(request, PROBLEMS.unknown, correlationId);
      case "unavailable":
        console.error(
          JSON.stringify({ correlationId, route: "redirect", status: 503, cause: String(resolution.cause) }),
        );
        return problemResponse(request, PROBLEMS.unavailable, correlationId);
      case "link":
        if (resolution.entry.status !== "active")
          return problemResponse(request, PROBLEMS.inactive, correlationId);
        return lead(resolution.entry);
    }
  }

  function lead(entry: RedirectEntry): Response {
    const { linkId, publicName, stores } = entry;
    const path = stores
      ? chooseDestination(entry.destination, stores, postalCodeOf(request))
      : entry.destination;
    const userAgent = readUserAgent(request.headers.get("User-Agent"));
    const head = request.method === "HEAD";
    const prefetch = isPrefetch(request);
    countVisit(
      { linkId, qr, time: now, country: countryOf(request), userAgent, head, prefetch },
      env,
      context,
    );
    const destination = path.startsWith("/") ? originsOf(env, request.url).shortLink + path : path;
    if (publicName !== undefined && userAgent.socialPreview) {
      const url = `${originsOf(env, request.url).shortLink}/${shortId}`;
      return previewResponse({ publicName, url, destination }, correlationId);
    }
    return leadingResponse(destination, correlationId);
  }
}

/** Browsers that load a page before anyone went there: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Purpose */
function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}

/**
 * Cloudflare's header, or where a zone has switched that off, its own object: reading that takes as long as all
 * the rest of a redirect from memory. The object is absent where Cloudflare is not in front, as in some tests.
 */
const countryOf = (request: Request): string | undefined =>
  request.headers.get("CF-IPCountry") ?? (request.cf as IncomingRequestCfProperties | undefined)?.country;

/** Where the shopper is, as far as the delivery app delivers: elsewhere the same digits are another place. */
function postalCodeOf(request: Request): string | undefined {
  const cf = request.cf as IncomingRequestCfProperties | undefined;
  return cf?.country === "US" || cf?.country === "CA" ? cf.postalCode : undefined;
}

/** Counts a look-up that found nothing; a memory of it costs no store and is not counted. */
async function isLimited(request: Request, env: Env): Promise<boolean> {
  try {
    await limitRate(env.UNKNOWN_LINK_RATE_LIMIT, clientAddress(request), UNKNOWN_PERIOD);
    return false;
  } catch (error) {
    if (error instanceof ServiceError) return true;
    throw error;
  }
}
