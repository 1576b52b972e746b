import { bareHost } from "../core/domain-host.ts";
import { locationOf, splitUrl } from "../core/urls.ts";
import { LOT, readDigitalLink } from "../gs1/digital-link.ts";
import { gtinPath } from "../gs1/gtin.ts";
import { linkTypeOf } from "../gs1/link-types.ts";
import { type LinkContext, linkContext, linksForLanguage, linksOfType } from "../gs1/linkset.ts";
import { userAgentText } from "../platform/known-user-agents.ts";
import { dropUnreadBody } from "../platform/unread-body.ts";
import { withoutAssociatesTag } from "./associates-tag.ts";
import { isOwnHost, queryDomain, recallDomain } from "./hosts.ts";
import { lookUp, nearestInstance } from "./look-up.ts";
import { PAGE_HEADERS } from "./page.ts";
import { PROBLEMS } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import { REDIRECT_HEADERS } from "./redirect-response.ts";
import { outsideOf } from "./redirect-schedule.ts";
import { describeResolver } from "./resolver-description.ts";
import { reject, respondToVisit } from "./respond-to-visit.ts";
import type { RedirectDependencies, Visit } from "./short-link-visit.ts";
import { targetRedirect } from "./target-redirect.ts";
import { countryOf, isPrefetch } from "./visitor.ts";

const METHODS = "GET, HEAD, OPTIONS";

/**
 * Responds at the address of a GTIN on the domain of an organization, `/01/{gtin}…`, as a resolver of GS1 Digital Link URIs
 * (GS1-Conformant Resolver 1.2.1), and at `/.well-known/gs1resolver`. Null on our own hosts, which have no such addresses.
 */
export async function respondAtGtin(
  request: Request,
  dependencies: RedirectDependencies,
): Promise<Response | null> {
  const url = new URL(request.url);
  if (isOwnHost(url.host, dependencies.ownHosts)) return null;
  const response = await respond(request, url, dependencies);
  // Responses may be shared with other requests, so the headers go into a copy.
  const own = new Response(response.body, response);
  own.headers.set("Access-Control-Allow-Origin", "*");
  own.headers.set("Access-Control-Allow-Methods", METHODS);
  own.headers.set("Link", linkHeader(url));
  own.headers.append("Vary", "Accept, Accept-Language");
  return own;
}

/** The 400 for compressed forms of GS1 Digital Link URIs and for binary EPCs. */
export const rejectEncoded = (request: Request): Response =>
  invalid(
    request,
    "Compressed GS1 Digital Link URIs and binary EPCs are not supported. Use /01/ and the GTIN.",
  );

async function respond(request: Request, url: URL, dependencies: RedirectDependencies): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204 });
  if (request.method !== "GET" && request.method !== "HEAD") {
    await dropUnreadBody(request);
    return reject(request, { ...PROBLEMS.method, headers: { ...PROBLEMS.method.headers, Allow: METHODS } });
  }
  const [host, time] = [bareHost(url.host), Date.now()];
  const pending = domainAt(host, time, dependencies);
  if (!url.pathname.startsWith("/01/")) return describeResolver(request, url, await pending, dependencies);
  const read = readDigitalLink(url.pathname, url.searchParams);
  if ("problem" in read) return invalid(request, read.problem);
  const name = gtinPath(read.gtin);
  const country = countryOf(request);
  const visit: Visit = { request, url: request.url, country, host, name, qr: "", offer: undefined, time };
  const [domain, found] = await Promise.all([pending, lookUp(visit, dependencies)]);
  if (found.kind !== "link") return respondToVisit(found, visit, dependencies);
  const { entry } = found;
  if (domain && entry.project.organizationId !== domain.organizationId)
    return respondToVisit({ kind: "unknown" }, visit, dependencies);
  const isOff = entry.status !== "active" || (entry.schedule && outsideOf(entry.schedule, time));
  if (isOff) return respondToVisit(found, { ...visit, qr: entry.gtin?.code ?? "" }, dependencies);
  return resolve(entry, { visit, url, gtin: read.gtin, lot: read.qualifiers.get(LOT) }, dependencies);
}

/** The request of a known GTIN. */
interface GtinVisit {
  visit: Visit;
  url: URL;
  gtin: string;
  lot: string | undefined;
}

/** Redirects to a link of the GTIN, or responds with its linkset (Resolver 1.2.1, 2.5 to 2.7). */
function resolve(link: KnownLink, gtinVisit: GtinVisit, dependencies: RedirectDependencies): Response {
  const { visit, url, lot } = gtinVisit;
  const { headers } = visit.request;
  const [context, ...wider] = contextsOf(link, gtinVisit, dependencies);
  const type = url.searchParams.get("linkType");
  const wantsLinkset =
    type === "linkset" || /\bapplication\/linkset\+json\b/i.test(headers.get("Accept") ?? "");
  if (wantsLinkset) {
    const contexts = [context, ...wider].map((each) => linkContext(each, typesOf(each), true));
    return linksetResponse(contexts, 200);
  }
  const wanted = type === null ? "defaultLink" : linkTypeOf(type);
  const redirect = (href: string): Response => {
    count(link, visit, lot, dependencies);
    return redirectWith(href, url.search);
  };
  if (wanted === "defaultLink") return redirect(context.default.url);
  for (const each of [context, ...wider]) {
    const links = wanted === null ? [] : linksOfType(each, wanted);
    const [first, ...others] = linksForLanguage(links, headers.get("Accept-Language"));
    if (first === undefined || wanted === null) continue;
    if (others.length === 0) return redirect(first.url);
    const choices = { ...each, default: { ...each.default, type: "" }, links: [first, ...others] };
    return linksetResponse([linkContext(choices, [wanted], false)], 300);
  }
  return reject(visit.request, PROBLEMS.unknown);
}

/** What the request identifies: the lot, if it has its own link, and the GTIN. The first has precedence. */
function contextsOf(
  link: KnownLink,
  { visit, url, gtin, lot }: GtinVisit,
  dependencies: RedirectDependencies,
): [LinkContext, ...LinkContext[]] {
  const { intent, links, lots } = link.gtin ?? {};
  const type = link.choice ? "hasRetailers" : intent === "recipe" ? "recipeInfo" : "pip";
  const description = link.publicName ?? `GTIN ${gtin}`;
  const anchor = `${url.origin}/${gtinPath(gtin)}`;
  const own = { type, url: defaultHref(link, visit, url, dependencies), title: description };
  const product: LinkContext = {
    anchor,
    description,
    default: own,
    links: (links ?? []).map((each) => ({ ...each, url: locationOf(each.url) })),
  };
  const ofLot = lot === undefined ? undefined : lots?.find((each) => each.lot === lot);
  if (!ofLot) return [product];
  const title = ofLot.title ?? `${description}, lot ${ofLot.lot}`;
  return [
    {
      anchor: `${anchor}/${LOT}/${encodeURIComponent(ofLot.lot)}`,
      description: title,
      default: { type, url: locationOf(ofLot.url), title },
      links: [],
    },
    product,
  ];
}

const typesOf = ({ default: usual, links }: LinkContext): string[] => [
  ...new Set([usual.type, ...links.map(({ type }) => type)]),
];

/**
 * Where the link itself redirects. A GTIN is printed, so the rules of scans apply. The page of a choice link gets the code, so
 * that its taps count as scans, and is told that the visit is counted here.
 */
function defaultHref(
  link: KnownLink,
  { request }: Visit,
  { origin }: URL,
  settings: RedirectDependencies,
): string {
  if (link.choice) return `${origin}${link.destination}?qr=${link.gtin?.code ?? ""}&via=gtin`;
  const untagged =
    link.tagBy === "service" && !settings.keepsTagOnScans ? withoutAssociatesTag(link.destination) : null;
  return untagged ?? targetRedirect(link, request, settings).location;
}

/** The redirect to a link, with the query of the request appended as it is (Resolver 1.2.1, 2.5.7). */
function redirectWith(href: string, search: string): Response {
  const { base, query, fragment } = splitUrl(href);
  const added = search.slice(1);
  const Location = added === "" ? href : `${base}?${query === "" ? added : `${query}&${added}`}${fragment}`;
  const headers = { ...REDIRECT_HEADERS, Location, "Cache-Control": "private, no-store" };
  return new Response(null, { status: 307, headers });
}

const linksetResponse = (linkset: readonly object[], status: 200 | 300): Response =>
  new Response(JSON.stringify({ linkset }), {
    status,
    headers: { ...PAGE_HEADERS, "Content-Type": "application/linkset+json" },
  });

/** Links to the context of linksets, and to the linkset of the address. */
const linkHeader = ({ origin, pathname }: URL): string =>
  '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json", ' +
  `<${origin}${pathname}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`;

function count(
  { linkId, gtin }: KnownLink,
  { request, country, time }: Visit,
  lot: string | undefined,
  { countVisit }: RedirectDependencies,
): void {
  countVisit({
    linkId,
    qr: gtin?.code ?? "",
    time,
    country,
    userAgent: userAgentText(request.headers.get("User-Agent")),
    head: request.method === "HEAD",
    prefetch: isPrefetch(request),
    // Scans have no referrer. The counters store the lot in its place.
    ...(lot !== undefined && { referrer: `${LOT}/${encodeURIComponent(lot)}` }),
  });
}

async function domainAt(host: string, time: number, { db, log }: RedirectDependencies) {
  const recalled = recallDomain(host, time);
  return recalled === undefined
    ? await queryDomain(host, time, { db, instance: nearestInstance, log })
    : recalled;
}

const invalid = (request: Request, message: string): Response =>
  reject(request, {
    status: 400,
    code: "validation_failed",
    title: "Not a valid address",
    message,
    headers: PAGE_HEADERS,
  });
