import { bareHost, canBeDomain } from "../../ground/core/domain-host.ts";
import { correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { lookUp } from "./look-up.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import { hasTypesetCode, isTooLong, type ShortLinkAddress, UNUSUAL } from "./short-link-url.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import type { Visit } from "./visit.ts";

import { countryOf } from "./visitor.ts";

/**
 * Responds to GET and HEAD of a short link, outside the API's middleware: synchronously from memory, else from KV or D1. It
 * waits only for what the response needs.
 */
export function redirect(
  request: Request,
  { url, isRewritten, host, name, qr, offer, otherwise }: ShortLinkAddress,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const { ownHosts, otherVisits } = dependencies;
  if (request.method !== "GET" && request.method !== "HEAD")
    return otherVisits.use(async ({ dropUnreadBody, PROBLEMS, reject }) => {
      await dropUnreadBody(request);
      return reject(request, PROBLEMS.method);
    });
  const country = countryOf(request);
  const visit: Visit = {
    request,
    url,
    isRewritten,
    country,
    host: "",
    name: name ?? "",
    qr,
    offer,
    otherwise,
    time: Date.now(),
  };
  if (!isOwnHost(host, ownHosts))
    return otherVisits.use((other) => other.redirectOnHost({ ...visit, host: bareHost(host) }, dependencies));
  if (name === null) return otherVisits.use(({ PROBLEMS, reject }) => reject(request, PROBLEMS.unknown));
  if (otherwise || hasTypesetCode(url))
    return otherVisits.use((other) => other.redirectUnusual(visit, dependencies));
  const found = lookUp(visit, dependencies);
  return found instanceof Promise
    ? found.then((resolution) => respondToVisit(resolution, visit, dependencies))
    : respondToVisit(found, visit, dependencies);
}

/**
 * The response of `redirect`, or the 503 page if it throws or rejects. The error is logged with the page's correlation id.
 * So shoppers never see the runtime's own error page.
 */
export function orUnavailable(
  request: Request,
  dependencies: Counting,
  redirect: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const { log, otherVisits } = dependencies;
  const counted = (response: Response) => withCount(response, request, dependencies);
  const unavailable = (cause: unknown): Response | Promise<Response> => {
    const correlationId = correlationIdOf(request);
    log("error", "redirect", { correlationId, status: 503, cause });
    return otherVisits.use(({ PROBLEMS, problemResponse }) =>
      problemResponse(request, PROBLEMS.unavailable, correlationId),
    );
  };
  try {
    const response = redirect();
    return response instanceof Response ? counted(response) : response.catch(unavailable).then(counted);
  } catch (cause) {
    return Promise.resolve(unavailable(cause)).then(counted);
  }
}

type Counting = Pick<RedirectDependencies, "log" | "otherVisits" | "waitUntil">;

/** Counts the problem that `response` reports, if any. Such responses have loaded what few visits need. */
function withCount(response: Response, request: Request, dependencies: Counting): Response {
  const { status } = response;
  if (status === 404 || status === 503)
    dependencies.otherVisits.use(({ countProblem }) => countProblem(request, status, dependencies));
  return response;
}

/**
 * The response to a request whose URL is not that of a short link: as to the short link in it, or that of an organization's domain.
 * Null on our own hosts, and wherever the service responds as on its own hosts.
 */
export function respondOnDomain(
  request: Request,
  dependencies: RedirectDependencies,
): Promise<Response | null> | null {
  const { url } = request;
  const [, host = ""] = /^https?:\/\/([^/?#]+)/.exec(url) ?? [];
  const isOwn = isOwnHost(host, dependencies.ownHosts);
  const isUnusual = !isTooLong(url) && UNUSUAL.test(url);
  if (isOwn && !isUnusual) return null;
  return Promise.resolve(
    dependencies.otherVisits.use(async (other) => {
      const address = isUnusual ? other.unusualAddress(url) : null;
      if (address)
        return orUnavailable(request, dependencies, () => redirect(request, address, dependencies));
      if (isOwn) return null;
      const response = await other.respondOnHost(request, bareHost(host), dependencies);
      return response && withCount(response, request, dependencies);
    }),
  );
}

/** The last own host that was checked: nearly every request has the same host. */
let lastOwn: string | undefined;

/** Whether a host, as in URLs, is our own: one of `ownHosts`, or a host that can't be a domain of an organization. */
export function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  if (host === lastOwn) return true;
  if (!ownHosts.includes(host) && canBeDomain(bareHost(host))) return false;
  lastOwn = host;
  return true;
}
