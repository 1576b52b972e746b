import { bareHost } from "../core/domain-host.ts";
import { dropUnreadBody } from "../platform/unread-body.ts";
import type { ShortLinkAddress } from "./address.ts";
import { answerResolution, refuse } from "./answer-visit.ts";
import { isOwnHost } from "./hosts.ts";
import { lookUp } from "./look-up.ts";
import { redirectOnHost } from "./on-domain.ts";
import { PROBLEMS } from "./problems.ts";
import type { RedirectDependencies, Visit } from "./visit.ts";
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
    return dropUnreadBody(request).then(() => refuse(request, PROBLEMS.method));
  const country = countryOf(request);
  const visit: Visit = { request, url, country, host: "", name: name ?? "", qr, offer, time: Date.now() };
  if (!isOwnHost(host, dependencies.ownHosts))
    return redirectOnHost({ ...visit, host: bareHost(host) }, dependencies);
  if (name === null) return refuse(request, PROBLEMS.unknown);
  const found = lookUp(visit, dependencies);
  return found instanceof Promise
    ? found.then((resolution) => answerResolution(resolution, visit, dependencies))
    : answerResolution(found, visit, dependencies);
}
