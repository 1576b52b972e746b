import { LOT } from "../../ground/core/digital-link.ts";
import { GTIN_CODE, gtinPath } from "../../ground/core/gtin.ts";
import { linkTypeOf } from "../../ground/core/link-types.ts";
import {
  defaultType,
  type LinkContext,
  linkContext,
  linksForLanguage,
  linksOfType,
} from "../../ground/core/linkset.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { splitUrl } from "../../ground/core/urls.ts";
import { isSocialPreview, userAgentText } from "../../ground/platform/known-user-agents.ts";
import { ofVisit } from "./apply-visit-query.ts";
import { countedAt } from "./choice-visit.ts";
import { withoutOwned } from "./owned-parameters.ts";
import { PROBLEMS, reject } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import { outsideOf } from "./redirect-schedule.ts";
import { JSON_HEADERS } from "./resolver-description.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import { targetRedirect } from "./target-redirect.ts";
import type { Visit } from "./visit.ts";

/** The request of a known GTIN. */
interface GtinVisit {
  link: KnownLink;
  visit: Visit;
  url: URL;
  gtin: string;
  lot: string | undefined;
}

/** Redirects to a link of the GTIN, or responds with its linkset (Resolver 1.2.1, 2.5 to 2.7). */
export async function openGtin(gtinVisit: GtinVisit, dependencies: RedirectDependencies): Promise<Response> {
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
  const page = link.choice && `${url.origin}${link.destination}?qr=${scan.qr}`;
  const countedPage = page && `${page}&${countedAt(visit.time)}`;
  if (!wantsLinkset && linkType === "defaultLink")
    return withQuery(await follow(ofLot ? locationOf(ofLot.url) : countedPage, true), url);

  const href = usualDestination(page === undefined ? link : redirectingTo(page, link), scan, dependencies);
  const isPreview = isSocialPreview(userAgentText(request.headers.get("User-Agent")));
  if (href === null || isPreview) {
    // The page of a link that is off, or for a preview the card, which is the same for every type.
    const usual = await follow(page, false);
    if (href === null || !usual.headers.has("Location")) return usual;
  }
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
    const href = first.url === page ? countedPage : first.url;
    if (others.length === 0) return withQuery(await follow(href, true), url);
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

/** Where a scan of a link without a choice is redirected; null if it gets a page instead. */
function usualDestination(link: KnownLink, scan: Visit, dependencies: RedirectDependencies): string | null {
  const { status, schedule } = link;
  if (status !== "active") return null;
  if (schedule && outsideOf(schedule, scan.time)) return schedule.endedUrl ?? null;
  return targetRedirect(ofVisit(link, scan.url), scan.request, dependencies).location;
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
    anchor,
    description,
    default: { type, url: href, title: description },
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
