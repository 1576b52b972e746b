import { bareHost } from "../core/domain-host.ts";
import { correlationIdOf } from "../platform/correlation-id.ts";
import type { Log } from "../platform/log.ts";
import { dropUnreadBody } from "../platform/unread-body.ts";
import { isOwnHost } from "./hosts.ts";
import { lookUp } from "./look-up.ts";
import { redirectOnHost } from "./on-domain.ts";
import { PROBLEMS, problemResponse } from "./problems.ts";
import { reject, respondToVisit } from "./respond-to-visit.ts";
import type { ShortLinkAddress } from "./short-link-url.ts";
import type { RedirectDependencies, Visit } from "./short-link-visit.ts";
import { countryOf } from "./visitor.ts";

/**
 * Responds to GET and HEAD of a short link, outside the API's middleware: synchronously from memory, else from KV or D1. It
 * waits only for what the response needs.
 */
export function redirect(
  request: Request,
  { url, host, name, qr, offer }: ShortLinkAddress,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return dropUnreadBody(request).then(() => reject(request, PROBLEMS.method));
  const country = countryOf(request);
  const visit: Visit = { request, url, country, host: "", name: name ?? "", qr, offer, time: Date.now() };
  if (!isOwnHost(host, dependencies.ownHosts))
    return redirectOnHost({ ...visit, host: bareHost(host) }, dependencies);
  if (name === null) return reject(request, PROBLEMS.unknown);
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
  log: Log,
  redirect: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const unavailable = (cause: unknown): Response => {
    const correlationId = correlationIdOf(request);
    log("error", "redirect", { correlationId, status: 503, cause });
    return problemResponse(request, PROBLEMS.unavailable, correlationId);
  };
  try {
    const response = redirect();
    return response instanceof Response ? response : response.catch(unavailable);
  } catch (cause) {
    return unavailable(cause);
  }
}
