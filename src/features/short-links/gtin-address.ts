import { LOT, readDigitalLink } from "../../ground/core/digital-link.ts";
import { GTIN_CODE, gtinPath, isEncodedGtin } from "../../ground/core/gtin.ts";
import {
  defaultType,
  type LinkContext,
  linkContext,
  linksForLanguage,
  linksOfType,
  linkTypeOf,
} from "../../ground/core/linkset.ts";
import { domainOrigin } from "../../ground/core/origins.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { splitUrl } from "../../ground/core/urls.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import { dropUnreadBody } from "../../ground/platform/request-body.ts";
import type { LinkDomain } from "./hosts.ts";
import { lookUp } from "./look-up.ts";
import { withoutOwned } from "./owned-parameters.ts";
import { PROBLEMS, reject } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import { describeResolver, JSON_HEADERS } from "./resolver-description.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import type { RedirectDependencies, Visit } from "./short-link-visit.ts";
import { plainPath } from "./unusual-url.ts";
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
    ...{ request, url: request.url, country: countryOf(request), host, name: "", qr: "" },
    ...{ offer: undefined, time: Date.now() },
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
  return resolve({ link, visit, url, gtin, lot: qualifiers.get(LOT) }, dependencies);
}

/** The request of a known GTIN. */
interface GtinVisit {
  link: KnownLink;
  visit: Visit;
  url: URL;
  gtin: string;
  lot: string | undefined;
}

/** Redirects to a link of the GTIN, or responds with its linkset (Resolver 1.2.1, 2.5 to 2.7). */
async function resolve(gtinVisit: GtinVisit, dependencies: RedirectDependencies): Promise<Response> {
  const { link, visit, url, lot } = gtinVisit;
  const { request } = visit;
  const scan = scanOf(gtinVisit);
  /** The response of the link if it redirected to `href`, or as it is: a page for a link that is off. */
  const follow = async (href: string | undefined, isCounted: boolean): Promise<Response> => {
    const entry = href === undefined ? link : redirectingTo(href, link);
    const countVisit: RedirectDependencies["countVisit"] = (record) => {
      if (isCounted) dependencies.countVisit({ ...record, lot: encodedLot(lot) });
    };
    return respondToVisit({ kind: "link", entry }, scan, { ...dependencies, countVisit });
  };
  const type = url.searchParams.get("linkType");
  const accept = request.headers.get("Accept") ?? "";
  const wantsLinkset = type === "linkset" || /\bapplication\/linkset\+json\b/i.test(accept);
  const linkType = type === null ? "defaultLink" : linkTypeOf(type);
  const ofLot = listOf(link.gtin?.lots).find((each) => each.lot === lot);
  const page = link.choice && `${url.origin}${link.destination}?qr=${scan.qr}&counted=1`;
  if (!wantsLinkset && linkType === "defaultLink")
    return withQuery(await follow(ofLot ? locationOf(ofLot.url) : page, true), url);
  const usual = await follow(page, false);
  const href = usual.headers.get("Location");
  if (href === null) return usual;
  const contexts = contextsOf(gtinVisit, href);
  if (wantsLinkset)
    return linksetResponse(
      contexts.map((each) => linkContext(each, typesOf(each), true)),
      200,
    );
  if (linkType === null) return reject(request, PROBLEMS.unknown);
  for (const context of contexts) {
    const links = linksForLanguage(linksOfType(context, linkType), request.headers.get("Accept-Language"));
    const [first, ...others] = links;
    if (first === undefined) continue;
    if (others.length === 0) return withQuery(await follow(first.url, true), url);
    const choices = { ...context, default: { ...context.default, type: "" }, links };
    return linksetResponse([linkContext(choices, [linkType], false)], 300);
  }
  return reject(request, PROBLEMS.unknown);
}

/** The visit as a scan of the GTIN's code: a GTIN is printed, so the rules of scans apply. The counters find the code. */
function scanOf({ visit, url, gtin }: GtinVisit): Visit {
  const qr = `${GTIN_CODE}-${gtin}`;
  const scanned = `${url.origin}${url.pathname}?qr=${qr}`;
  return { ...visit, url: scanned, qr, request: new Request(scanned, visit.request) };
}

/** The link as if it had another destination. */
function redirectingTo(destination: string, link: KnownLink): KnownLink {
  const { choice, scans, stores, redirect, scanRedirect, ...rest } = link;
  return { ...rest, destination };
}

/** The lot as the counters store it, where a star stands for all other lots. */
const encodedLot = (lot: string | undefined): string | undefined =>
  lot === undefined ? undefined : encodeURIComponent(lot).replaceAll("*", "%2A");

/** What the request identifies: the lot, if it has its own link, and the GTIN. The first has precedence. */
function contextsOf({ link, url, gtin, lot }: GtinVisit, href: string): LinkContext[] {
  const { intent, links, lots } = link.gtin ?? {};
  const type = defaultType(link.choice !== undefined, intent);
  const description = link.publicName ?? `GTIN ${gtin}`;
  const anchor = `${url.origin}/${gtinPath(gtin)}`;
  const product: LinkContext = {
    ...{ anchor, description, default: { type, url: href, title: description } },
    links: listOf(links).map((each) => ({ ...each, url: locationOf(each.url) })),
  };
  const ofLot = listOf(lots).filter((each) => each.lot === lot);
  return [
    ...ofLot.map((each): LinkContext => {
      const title = each.title ?? `${description}, lot ${each.lot}`;
      const lotAnchor = `${anchor}/${LOT}/${encodeURIComponent(each.lot)}`;
      const own = { type, url: locationOf(each.url), title };
      return { anchor: lotAnchor, description: title, default: own, links: [] };
    }),
    product,
  ];
}

/** A list in KV, which may be damaged. */
const listOf = <T>(list: T[] | null | undefined): T[] => (Array.isArray(list) ? list : []);

const typesOf = ({ default: usual, links }: LinkContext): string[] => [
  ...new Set([usual.type, ...links.map(({ type }) => type)]),
];

/** The redirect of a resolver, with the query of the request (Resolver 1.2.1, 2.5.7) but what its shop owns; or a page as it is. */
function withQuery(response: Response, { search }: URL): Response {
  const href = response.headers.get("Location");
  if (href === null) return response;
  const { base, query, fragment } = splitUrl(href);
  const added = withoutOwned(href, search.slice(1).split("&")).join("&");
  const redirect = new Response(null, { status: 307, headers: response.headers });
  if (added !== "")
    redirect.headers.set("Location", `${base}?${query === "" ? added : `${query}&${added}`}${fragment}`);
  return redirect;
}

const linksetResponse = (linkset: readonly object[], status: 200 | 300): Response =>
  new Response(JSON.stringify({ linkset }), {
    status,
    headers: { ...JSON_HEADERS, "Content-Type": "application/linkset+json" },
  });

/** Links to the context of linksets, and to the linkset of the address. */
const linkHeader = ({ origin, pathname }: URL): string =>
  '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json", ' +
  `<${origin}${pathname}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`;

function invalid(request: Request, message: string): Response {
  const { headers } = PROBLEMS.unknown;
  return reject(request, {
    ...{ status: 400, code: "validation_failed", title: "Not a valid address", message },
    headers,
  });
}
