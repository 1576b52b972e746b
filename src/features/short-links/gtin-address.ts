import { LOT, readDigitalLink } from "../../ground/core/digital-link.ts";
import { gtinPath, isEncodedGtin } from "../../ground/core/gtin.ts";
import { domainOrigin } from "../../ground/core/origins.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import { dropUnreadBody } from "../../ground/platform/request-body.ts";
import { openGtin } from "./gtin-links.ts";
import type { LinkDomain } from "./hosts.ts";
import { lookUp } from "./look-up.ts";
import { PROBLEMS, reject } from "./problems.ts";
import { describeResolver } from "./resolver-description.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import { plainPath } from "./unusual-url.ts";
import type { Visit } from "./visit.ts";

import { countryOf } from "./visitor.ts";

const METHODS = "GET, HEAD, OPTIONS";

/**
 * Responds at the address of a GTIN on the domain of an organization, `/01/{gtin}…`, as a resolver of GS1 Digital Link URIs
 * (GS1-Conformant Resolver 1.2.1), and at `/.well-known/gs1resolver`. `domain` is null for a former domain.
 */
export async function respondAtGtin(
  request: Request,
  host: string,
  domain: LinkDomain | null,
  dependencies: RedirectDependencies,
): Promise<Response> {
  const { pathname, search } = new URL(
    /^\w+:\/\/[^/]+\/\//.test(request.url) ? plainPath(request.url) : request.url,
  );
  // A request may come over http, or through a proxy.
  const url = new URL(pathname + search, domainOrigin(dependencies.origins(), host));
  const response = await respond({ request, host, domain, url }, dependencies);
  // Responses may be shared with other requests, so the headers go into a copy.
  const own = new Response(response.body, response);
  own.headers.set("Access-Control-Allow-Origin", "*");
  own.headers.set("Access-Control-Allow-Methods", METHODS);
  own.headers.set("Link", linkHeader(url));
  own.headers.append("Vary", "Accept, Accept-Language");
  return own;
}

/**
 * The 400 for a compressed GS1 Digital Link URI or a binary EPC, on a domain that has GTINs. Null for any other path, and if D1 does
 * not respond.
 */
export async function rejectEncoded(
  request: Request,
  host: string,
  { db, log }: Pick<RedirectDependencies, "db" | "log">,
): Promise<Response | null> {
  const [, segment = ""] = /^\w+:\/\/[^/]+\/([^/?]+)\/?(?:\?|$)/.exec(request.url) ?? [];
  if (!isEncodedGtin(segment)) return null;
  const gtins = db
    .prepare("SELECT 1 FROM link_addresses WHERE host = ?1 AND name > '01/' AND name < '010' LIMIT 1")
    .bind(host);
  try {
    if ((await within(DEADLINES.redirect, gtins.first())) === null) return null;
  } catch (cause) {
    log("error", "domain", { host, cause });
    return null;
  }
  const message =
    "Compressed GS1 Digital Link URIs and binary EPCs are not supported. Use /01/ and the GTIN.";
  return invalid(request, message);
}

/** A request of a domain; null for a former domain. */
interface DomainRequest {
  request: Request;
  host: string;
  domain: LinkDomain | null;
  /** The URL of the request on the configured origin. */
  url: URL;
}

async function respond(
  { request, host, domain, url }: DomainRequest,
  dependencies: RedirectDependencies,
): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204 });
  if (request.method !== "GET" && request.method !== "HEAD") {
    await dropUnreadBody(request);
    return reject(request, { ...PROBLEMS.method, headers: { ...PROBLEMS.method.headers, Allow: METHODS } });
  }
  const visit: Visit = {
    request,
    url: request.url,
    country: countryOf(request),
    host,
    name: "",
    qr: "",
    offer: undefined,
    time: Date.now(),
  };
  if (!url.pathname.startsWith("/01/")) {
    if (domain === null) return reject(request, PROBLEMS.unknown);
    return describeResolver(url, domain, dependencies).catch((cause: unknown) =>
      respondToVisit({ kind: "unavailable", cause }, visit, dependencies),
    );
  }
  const exact = readDigitalLink(url.pathname, url.searchParams);
  const plain = () => readDigitalLink(new URL(plainPath(url.href)).pathname, url.searchParams);
  const read = "problem" in exact ? plain() : exact;
  if ("problem" in read) return invalid(request, read.problem);
  const { gtin, qualifiers } = read;
  visit.name = gtinPath(gtin);
  const resolution = await lookUp(visit, dependencies);
  const isForeign =
    domain && resolution.kind === "link" && resolution.entry.project.organizationId !== domain.organizationId;
  if (domain && (isForeign || resolution.kind === "unknown"))
    dependencies.countUnknown({ request, host, time: visit.time });
  if (isForeign) return respondToVisit({ kind: "unknown" }, visit, dependencies);
  if (resolution.kind !== "link") return respondToVisit(resolution, visit, dependencies);
  const { entry: link } = resolution;
  return openGtin({ link, visit, url, gtin, lot: qualifiers.get(LOT) }, dependencies);
}

/** Links to the context of linksets, and to the linkset of the address. */
const linkHeader = ({ origin, pathname }: URL): string =>
  '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json", ' +
  `<${origin}${pathname}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`;

function invalid(request: Request, message: string): Response {
  const { headers } = PROBLEMS.unknown;
  return reject(request, {
    status: 400,
    code: "validation_failed",
    title: "Not a valid address",
    message,
    headers,
  });
}
