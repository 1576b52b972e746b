import { visitPairs } from "../../../features/short-links/apply-visit-query.ts";
import type { OfferEntry } from "../../../features/short-links/choice.ts";
import { type ChoiceQuery, choiceQueryOf, isProgram } from "../../../features/short-links/choice-visit.ts";
import { pickVisitOf } from "../../../features/short-links/pick-offer.ts";
import { REDIRECT_HEADERS, sendRedirect } from "../../../features/short-links/prepared-redirect.ts";
import { wantsJson } from "../../../features/short-links/problems.ts";
import { rememberedShop } from "../../../features/short-links/remembered-shop.ts";
import { sourceIn } from "../../../features/short-links/short-link-url.ts";
import type { ChoiceResponse, ChoiceVisit } from "../../../features/short-links/short-link-visit.ts";
import { offerRedirect } from "../../../features/short-links/tap.ts";
import {
  picksItself,
  type VisibleOffers,
  visibleOffers,
} from "../../../features/short-links/visible-offers.ts";
import { isPrefetch } from "../../../features/short-links/visitor.ts";
import { addressUrl } from "../../../ground/core/origins.ts";
import { CORRELATION_ID, correlationIdOf } from "../../../ground/platform/correlation-id.ts";
import type { UserAgent } from "../../../ground/platform/known-user-agents.ts";
import { readUserAgent } from "../../../ground/platform/user-agent.ts";
import { pageResponse } from "./choice-page-response.ts";
import { hostOf, openableOffers } from "./openable-offers.ts";

/** A visit of a choice link with everything that decides what the shopper sees. */
export interface ChoiceRequest extends ChoiceVisit {
  query: ChoiceQuery;
  visible: VisibleOffers;
  /** Whether all shoppers see the same offers. */
  isForAll: boolean;
  /** The parameters of the visit that the shops get; empty for none. */
  forwarded: string;
  /** The retailer that the shopper's browser remembers; undefined without such a retailer. */
  shop: string | undefined;
}

/**
 * Responds to a visit of a choice link: with the page, its offers as JSON, or a redirect to the only offer or the
 * remembered shop. Throws or rejects if none of the offers can be opened.
 */
export function respondToChoice(visited: ChoiceVisit): ChoiceResponse | Promise<ChoiceResponse> {
  const { link, visit, choice } = visited;
  const { request, time: now } = visit;
  const query = choiceQueryOf(visit);
  const { offers, forAll } = openableOffers(choice);
  if (offers.length === 0) throw new Error("no offer of the link can be opened");
  const seenBy = () => pickVisitOf(choice.offers, { ...visit, userAgent: userAgentOf(request) });
  const visible =
    forAll ?? visibleOffers({ offers, page: choice.page }, { visit: seenBy(), all: query.all, now });
  const remembered =
    query.remember === "0" || picksItself(choice)
      ? undefined
      : rememberedShop(request, link.project.organizationId);
  // Other values in the cookie are no offers of this link.
  const shop = choice.offers.find(({ retailer }) => retailer === remembered)?.retailer;
  const forwarded = forwardedIn(visited);
  const choiceRequest = { ...visited, query, visible, isForAll: forAll !== null, forwarded, shop };
  const { isSamePage } = query;
  if (wantsJson(request)) return { response: choiceJson(choiceRequest), isSamePage };
  const offer = offerToOpen(choiceRequest);
  const prepared = offer && offerRedirect(offer, visit, visited.dependencies);
  if (prepared) return { response: sendRedirect(prepared, request), offer: offer.key, isSamePage };
  const page = pageResponse(choiceRequest);
  return page instanceof Promise
    ? page.then((response) => ({ response, isSamePage }))
    : { response: page, isSamePage };
}

/** The part of the visit's query that the offers' addresses get. The source only where it is part of a sub-id. */
function forwardedIn({ link, visit, choice }: ChoiceVisit): string {
  const source = choice.offers.some(({ query }) => query?.subId) ? sourceIn(visit.url) : "";
  return [
    ...(link.query?.forward ? visitPairs(visit.url, true) : []),
    ...(source === "" ? [] : [`via=${source}`]),
  ].join("&");
}

/** The offer to redirect to without a page; undefined to show the page. */
function offerToOpen({ choice, visible, query, shop, visit }: ChoiceRequest): OfferEntry | undefined {
  const { request } = visit;
  if (query.choose || query.all || picksItself(choice)) return undefined;
  const { rows, allSoldOut } = visible;
  const [first] = rows;
  const isSingle = rows.length === 1 && choice.page.skipSingle && !allSoldOut;
  const remembered = shop === undefined || request.method === "HEAD" ? undefined : shop;
  const offer = isSingle
    ? first?.offer
    : rows.find(({ offer: { retailer } }) => retailer === remembered)?.offer;
  const isOpened = offer && !isPrefetch(request) && !isProgram(userAgentOf(request));
  return isOpened ? offer : undefined;
}

const userAgentOf = ({ headers }: Request): UserAgent => readUserAgent(headers.get("User-Agent"));

/** The offers that a visitor would see, for programs that draw the choice themselves. */
function choiceJson({ link, visit, visible, forwarded, dependencies }: ChoiceRequest): Response {
  const origins = dependencies.origins();
  const url = addressUrl(origins, visit.host, visit.name);
  const pairs = [...(visit.qr === "" ? [] : [`qr=${visit.qr}`]), ...(forwarded === "" ? [] : [forwarded])];
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const offers = visible.rows.map(({ offer }) => ({
    key: offer.key,
    label: offer.label,
    url: `${url}/${offer.key}${query}`,
    host: hostOf(offer, origins.shortLink),
  }));
  const data = { ...(link.publicName !== undefined && { publicName: link.publicName }), offers };
  const headers = {
    ...REDIRECT_HEADERS,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    [CORRELATION_ID]: correlationIdOf(visit.request),
  };
  return Response.json({ data }, { headers });
}
