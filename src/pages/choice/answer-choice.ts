import { isSocialPreview, userAgentText } from "../../platform/known-user-agents.ts";
import { readUserAgent } from "../../platform/user-agent.ts";
import type { OfferEntry } from "../../short-links/choice.ts";
import { wantsJson } from "../../short-links/problems.ts";
import { answerWith } from "../../short-links/redirect-response.ts";
import { rememberedShop } from "../../short-links/remembered-shop.ts";
import { offerRedirect } from "../../short-links/tap.ts";
import { type VisibleOffers, visibleOffers } from "../../short-links/visible-offers.ts";
import type { ChoiceResponse, ChoiceVisit } from "../../short-links/visit.ts";
import { isPrefetch } from "../../short-links/visitor.ts";
import { choiceJson } from "./choice-json.ts";
import { leadableOffers } from "./leadable-offers.ts";
import { pageResponse } from "./page-answer.ts";
import { type Query, questionOf } from "./question.ts";

/** What a shopper is to see. */
export interface ChoiceQuery extends ChoiceVisit {
  question: Query;
  visible: VisibleOffers;
  /** Whether everybody sees the same. */
  isForAll: boolean;
  /** The retailer of an offer that the shopper's browser remembers; undefined for none. */
  shop: string | undefined;
}

/**
 * Answers a visit of a choice link: the page, or its offers as JSON, or a redirect to the only offer or to that of the
 * shop that the shopper had remembered. Throws or rejects where none of the offers can be led to.
 */
export function answerChoice(visited: ChoiceVisit): ChoiceResponse | Promise<ChoiceResponse> {
  const { link, visit, choice } = visited;
  const { request, country, time: now } = visit;
  const question = questionOf(visit);
  const { offers, forAll } = leadableOffers(choice);
  if (offers.length === 0) throw new Error("no offer of the link can be led to");
  const visible = forAll ?? visibleOffers({ offers, page: choice.page }, { country, all: question.all, now });
  const remembered =
    question.remember === "0" ? undefined : rememberedShop(request, link.project.organizationId);
  // Whatever else a cookie holds is nobody's choice here.
  const shop = choice.offers.find(({ retailer }) => retailer === remembered)?.retailer;
  const asked = { ...visited, question, visible, isForAll: forAll !== null, shop };
  if (wantsJson(request)) return { response: choiceJson(asked) };
  const offer = offerToOpen(asked);
  const prepared = offer && offerRedirect(offer, visit, visited.dependencies);
  if (prepared) return { response: answerWith(prepared, request), offer: offer.key };
  const page = pageResponse(asked);
  const { isSamePage } = question;
  return page instanceof Promise
    ? page.then((response) => ({ response, isSamePage }))
    : { response: page, isSamePage };
}

/** The offer that the visitor is led to without a page; undefined where the page is shown. */
function offerToOpen({ choice, visible, question, shop, visit }: ChoiceQuery): OfferEntry | undefined {
  const { request } = visit;
  if (question.choose || question.all) return undefined;
  const { rows, allSoldOut } = visible;
  const [first] = rows;
  const isSingle = rows.length === 1 && choice.page.skipSingle && !allSoldOut;
  const remembered = shop === undefined || request.method === "HEAD" ? undefined : shop;
  const offer = isSingle
    ? first?.offer
    : rows.find(({ offer: { retailer } }) => retailer === remembered)?.offer;
  return offer === undefined || isAutomatic(request) ? undefined : offer;
}

/** Robots, previews and prefetches get the page: nobody chose anything for them. */
function isAutomatic(request: Request): boolean {
  const userAgent = userAgentText(request.headers.get("User-Agent"));
  return isPrefetch(request) || isSocialPreview(userAgent) || readUserAgent(userAgent).robot;
}
