import { RESERVED_NAMES } from "../../ground/core/reserved-names.ts";
import { isShortId } from "../../ground/core/short-id.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import { type LinkDomain, queryDomain, recallDomain } from "./hosts.ts";
import { type ClientResolution, nearestInstance } from "./look-up.ts";
import { redirectTo, sendRedirect } from "./prepared-redirect.ts";
import { PROBLEMS, reject, wantsJson } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import { isTooLong, scannedCode } from "./short-link-url.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import { plainPath, withCode, withoutSentence } from "./unusual-url.ts";
import type { Visit } from "./visit.ts";
import { type Found, keptPathsOf, lookUpInOrder, nameAt, otherNamesAt, visitAt } from "./visited-address.ts";
import { countryOf } from "./visitor.ts";

/**
 * Responds to a visit of `visit.host`, which is not an own host. On the domain of an organization, only that
 * organization's links redirect; any other host behaves like the default host.
 */
export function redirectOnHost(
  request: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const visit = withCode(request);
  const domain = recallDomain(visit.host, visit.time);
  if (domain === undefined) return onNewHost(visit, dependencies);
  const found = lookUpOnHost(visit, domain, dependencies);
  return found instanceof Promise
    ? found.then((each) => onHost(domain, each, visit, dependencies))
    : onHost(domain, found, visit, dependencies);
}

/**
 * The link at the URL of a visit. On a domain, its kept path comes after its name, and before the name in a URL that is not
 * the address as it is.
 */
function lookUpOnHost(
  visit: Visit,
  domain: LinkDomain | null | Promise<LinkDomain | null>,
  dependencies: RedirectDependencies,
): Found | Promise<Found> {
  const { host, name, isRewritten } = visit;
  const named = nameAt(host, visit);
  if (name !== "" && !isRewritten)
    return lookUpInOrder(visit, dependencies, named, async () =>
      (await domain) === null ? [] : keptPathsOf(visit),
    );
  const [first, ...others] = keptPathsOf(visit);
  if (first === undefined) return { resolution: UNKNOWN, address: named };
  return lookUpInOrder(visit, dependencies, first, async () => [
    ...((await domain) === null ? [] : others),
    ...(name === "" ? [] : [named]),
    ...otherNamesAt(host, visit),
  ]);
}

const UNKNOWN: ClientResolution = { kind: "unknown" };

/** Looks up an unknown host in D1, and the link in parallel. */
async function onNewHost(visit: Visit, dependencies: RedirectDependencies): Promise<Response> {
  const { db, log } = dependencies;
  const pending = queryDomain(visit.host, visit.time, { db, instance: nearestInstance, log });
  const found = await lookUpOnHost(visit, pending, dependencies);
  // A link that KV knows does not wait long for a D1 that hangs.
  const domain = await (found.resolution.kind === "link"
    ? within(DEADLINES.nearestD1, pending).catch(() => null)
    : pending);
  dependencies.waitUntil(pending);
  return onHost(domain, found, visit, dependencies);
}

/** Responds by the link at the URL and by the domain of the host; null for the default host. */
function onHost(
  domain: LinkDomain | null,
  found: Found,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  if (domain === null) return onDefaultHost(found, visit, dependencies);
  const { resolution, address } = found;
  const isForeign =
    resolution.kind === "link" && resolution.entry.project.organizationId !== domain.organizationId;
  const isAtName = address.kind === "name" && !visit.isRewritten;
  if (resolution.kind === "link" && isAtName && lacksOffer(resolution.entry, visit))
    return keptBelow(domain, resolution, visit, dependencies);
  if (!isForeign && resolution.kind !== "unknown")
    return respondToVisit(resolution, visitAt(visit, found), dependencies);
  dependencies.countUnknown(visit);
  return nothingOnDomain(domain, visit, dependencies, () => respondToVisit(UNKNOWN, visit, dependencies));
}

/** Whether a URL is below that of a link and of none of its offers: it may be the path of another link. */
const lacksOffer = ({ choice, removed = [] }: KnownLink, { offer }: Visit): boolean =>
  offer !== undefined &&
  ![...removed, ...(choice?.removed ?? []), ...(choice?.offers ?? []).map(({ key }) => key)].includes(offer);

/** Responds by the kept address at a URL below that of a link, or else by that link. */
async function keptBelow(
  domain: LinkDomain,
  resolution: ClientResolution,
  visit: Visit,
  dependencies: RedirectDependencies,
): Promise<Response> {
  const below = { ...visit, name: "", offer: undefined };
  const found = await lookUpOnHost(below, domain, dependencies);
  return found.resolution.kind === "link"
    ? onHost(domain, found, below, dependencies)
    : respondToVisit(resolution, visit, dependencies);
}

/**
 * Responds on a host that is no organization's domain. It may be a former domain, or D1 may be down: so a slug of the host
 * itself comes before the same slug of the default host.
 */
function onDefaultHost(
  found: Found,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const { resolution } = found;
  const respond = (at: Found) => respondToVisit(at.resolution, visitAt(visit, at), dependencies);
  if (resolution.kind === "link" && !isShortId(visit.name)) return respond(found);
  const onDefault = { ...visit, host: "" };
  if (resolution.kind === "link" || resolution.kind === "limited" || visit.name === "")
    return respondToVisit(resolution, onDefault, dependencies);
  const there = lookUpInOrder(onDefault, dependencies, nameAt("", visit), () => [
    ...keptPathsOf(visit),
    ...otherNamesAt("", visit),
  ]);
  return there instanceof Promise ? there.then(respond) : respond(there);
}

/** The response of a domain to a URL without a link. */
async function nothingOnDomain(
  { notFoundUrl }: LinkDomain,
  { request, host }: Pick<Visit, "request" | "host">,
  dependencies: RedirectDependencies,
  rejected: () => Response | Promise<Response>,
): Promise<Response> {
  const { rejectEncoded } = await import("./gtin-address.ts");
  const encoded = await rejectEncoded(request, host, dependencies);
  if (encoded !== null) return encoded;
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
  const { db, log, unknownLimiter } = dependencies;
  const now = Date.now();
  const recalled = recallDomain(host, now);
  const domain =
    recalled === undefined ? await queryDomain(host, now, { db, instance: nearestInstance, log }) : recalled;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isTooLong(request.url)) {
    if (domain === null || !isRead) return domain && reject(request, PROBLEMS.method);
    return nothingOnDomain(domain, { request, host }, dependencies, () => reject(request, PROBLEMS.unknown));
  }
  if (GS1.test(request.url) || GS1.test(plainPath(request.url))) {
    const { respondAtGtin } = await import("./gtin-address.ts");
    return respondAtGtin(request, host, domain, dependencies);
  }
  const [, segment = ""] = /^\w+:\/\/[^/]+\/([^/?]*)/.exec(request.url) ?? [];
  const isOurs = segment === "" || RESERVED_NAMES.has(segment.toLowerCase()) || !isRead;
  if (SERVED.test(request.url) || (domain === null && isOurs)) return null;
  if (domain !== null && HOSTED.test(request.url)) {
    const attempt = attemptOf(unknownLimiter, request);
    if (await attempt.isOver()) return reject(request, PROBLEMS.limited);
    const { hasFile } = await import("./hosted-file.ts");
    // Without the file, the look-up below is the attempt.
    attempt.recordSuccess();
    if (await hasFile(domain.organizationId, request.url, { db, log })) return null;
  }
  if (!isRead) return reject(request, PROBLEMS.method);
  if (domain?.rootUrl && ROOT.test(request.url)) return sendRedirect(redirectTo(domain.rootUrl), request);
  const qr = scannedCode(withoutSentence(request.url));
  const visit = withCode({
    request,
    url: request.url,
    country: countryOf(request),
    host,
    name: "",
    qr,
    offer: undefined,
    time: now,
  });
  const found = await lookUpOnHost(visit, domain, dependencies);
  return domain === null && found.resolution.kind !== "link"
    ? null
    : onHost(domain, found, visit, dependencies);
}
