import { isShortId } from "../../ground/core/short-id.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import { type LinkDomain, queryDomain, recallDomain } from "./hosts.ts";
import { type ClientResolution, lookUp, nearestInstance } from "./look-up.ts";
import { PROBLEMS, reject, wantsJson } from "./problems.ts";
import { redirectTo, sendRedirect } from "./redirect-response.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import type { RedirectDependencies, Visit } from "./short-link-visit.ts";

/**
 * Responds to a visit of `visit.host`, which is not an own host. On the domain of an organization, only that
 * organization's links redirect; any other host behaves like the default host.
 */
export function redirectOnHost(
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const domain = recallDomain(visit.host, visit.time);
  if (domain === undefined) return onNewHost(visit, dependencies);
  const found = visit.name === "" ? UNKNOWN : lookUp(visit, dependencies);
  return found instanceof Promise
    ? found.then((resolution) => onHost(domain, resolution, visit, dependencies))
    : onHost(domain, found, visit, dependencies);
}

const UNKNOWN: ClientResolution = { kind: "unknown" };

/** Looks up an unknown host in D1, and the link in parallel. */
async function onNewHost(visit: Visit, dependencies: RedirectDependencies): Promise<Response> {
  const { db, log } = dependencies;
  const pending = queryDomain(visit.host, visit.time, { db, instance: nearestInstance, log });
  const resolution = visit.name === "" ? UNKNOWN : await lookUp(visit, dependencies);
  // A link that KV knows does not wait long for a D1 that hangs.
  const domain = await (resolution.kind === "link"
    ? within(DEADLINES.nearestD1, pending).catch(() => null)
    : pending);
  dependencies.waitUntil(pending);
  return onHost(domain, resolution, visit, dependencies);
}

/** Responds by the link at the URL and by the domain of the host; null for the default host. */
function onHost(
  domain: LinkDomain | null,
  resolution: ClientResolution,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  if (domain === null) return onDefaultHost(resolution, visit, dependencies);
  const isForeign =
    resolution.kind === "link" && resolution.entry.project.organizationId !== domain.organizationId;
  if (!isForeign && resolution.kind !== "unknown") return respondToVisit(resolution, visit, dependencies);
  dependencies.countUnknown(visit);
  return nothingOnDomain(domain, visit.request, () => respondToVisit(UNKNOWN, visit, dependencies));
}

/**
 * Responds on a host that is no organization's domain. It may be a former domain, or D1 may be down: so a slug of the host
 * itself comes before the same slug of the default host.
 */
function onDefaultHost(
  resolution: ClientResolution,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const isOfHost = resolution.kind === "link" && !isShortId(visit.name);
  if (isOfHost) return respondToVisit(resolution, visit, dependencies);
  const onDefault = { ...visit, host: "" };
  if (resolution.kind === "limited" || isShortId(visit.name) || visit.name === "")
    return respondToVisit(resolution, onDefault, dependencies);
  const found = lookUp(onDefault, dependencies);
  return found instanceof Promise
    ? found.then((other) => respondToVisit(other, onDefault, dependencies))
    : respondToVisit(found, onDefault, dependencies);
}

/** A binary EPC, or a compressed GS1 Digital Link URI, which has capitals and digits. */
const ENCODED = /^\w+:\/\/[^/]+\/(eh[\da-f]{16,}|(?=\w*[A-Z])(?=\w*\d)[\w-]{10,})\/?(\?|$)/;

/** The response of a domain to a URL without a link. */
function nothingOnDomain(
  { notFoundUrl }: LinkDomain,
  request: Request,
  rejected: () => Response | Promise<Response>,
): Response | Promise<Response> {
  if (ENCODED.test(request.url))
    return import("./gtin-address.ts").then(({ rejectEncoded }) => rejectEncoded(request));
  return notFoundUrl === null || wantsJson(request)
    ? rejected()
    : sendRedirect(redirectTo(notFoundUrl), request);
}

/** What a domain serves besides short links and pages: what monitors and browsers request from every host, and styles. */
const SERVED = /^https?:\/\/[^/]+\/(?:assets|health|ready|\.well-known|robots\.txt|favicon\.ico)(?:[/?]|$)/;
/** Paths of hosted files of organizations. */
const HOSTED = /^https?:\/\/[^/]+\/(?:lists|qr|brands)\//;
/** GS1 Digital Link URIs, and the description of their resolver. */
const GS1 = /^\w+:\/\/[^/]+\/(01\/|\.well-known\/gs1resolver$)/;
const ROOT = /^https?:\/\/[^/]+\/?(?:\?|$)/;

/**
 * The response of `host`, which is not an own host, to a request that is not for a short link. Null if the host is no domain of
 * an organization, and if the service responds as on its own hosts, for example for the organization's pages.
 */
export async function respondOnHost(
  request: Request,
  host: string,
  dependencies: RedirectDependencies,
): Promise<Response | null> {
  const { db, log, unknownLimiter, countUnknown } = dependencies;
  const now = Date.now();
  const recalled = recallDomain(host, now);
  const domain =
    recalled === undefined ? await queryDomain(host, now, { db, instance: nearestInstance, log }) : recalled;
  if (GS1.test(request.url)) {
    const { respondAtGtin } = await import("./gtin-address.ts");
    return respondAtGtin(request, host, domain, dependencies);
  }
  if (domain === null || SERVED.test(request.url)) return null;
  if (HOSTED.test(request.url)) {
    const attempt = attemptOf(unknownLimiter, request);
    if (await attempt.isOver()) return reject(request, PROBLEMS.limited);
    const { hasFile } = await import("./hosted-file.ts");
    if (await hasFile(domain.organizationId, request.url, { db, log })) {
      attempt.recordSuccess();
      return null;
    }
    const limited = await attempt.recordFailure().catch(() => PROBLEMS.limited);
    if (limited) return reject(request, limited);
  }
  if (request.method !== "GET" && request.method !== "HEAD") return reject(request, PROBLEMS.method);
  const { rootUrl } = domain;
  if (rootUrl !== null && ROOT.test(request.url)) return sendRedirect(redirectTo(rootUrl), request);
  countUnknown({ request, host, time: now });
  return nothingOnDomain(domain, request, () => reject(request, PROBLEMS.unknown));
}
