import { isUrl } from "../../ground/core/plain-url.ts";
import { correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { isSocialPreview } from "../../ground/platform/known-user-agents.ts";
import { readUserAgent } from "../../ground/platform/user-agent.ts";
import { ofVisit } from "./apply-visit-query.ts";
import type { ChoiceEntry, OfferEntry } from "./choice.ts";
import { choiceQueryOf, isProgram } from "./choice-visit.ts";
import type { ClientResolution } from "./look-up.ts";
import { type PickVisit, pickOffer, pickVisitOf } from "./pick-offer.ts";
import { type PreparedRedirect, redirectTo, sendRedirect } from "./prepared-redirect.ts";
import { detailsOf, isBrowser, PROBLEMS, type Problem, problemResponse, reject } from "./problems.ts";
import type { KnownLink } from "./redirect-memory.ts";
import { type KnownSchedule, outsideOf } from "./redirect-schedule.ts";
import { countVisit, redirectVisit, visitRecordOf } from "./respond-to-visit.ts";
import type { ChoiceResponse, LinkProblem, RedirectDependencies, ShopperPages } from "./short-link-visit.ts";
import { offerRedirect, redirectToLink, respondToTap } from "./tap.ts";
import { isSoldOut, picksItself } from "./visible-offers.ts";
import type { Visit } from "./visit.ts";
import type { VisitRecord } from "./visitor.ts";

/** Responds to any visit by the result of its look-up. */
export function respondOtherwise(
  resolution: ClientResolution,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const { request } = visit;
  switch (resolution.kind) {
    case "limited":
      return reject(request, PROBLEMS.limited);
    case "unknown":
      return reject(request, PROBLEMS.unknown);
    case "unavailable": {
      const correlationId = correlationIdOf(request);
      dependencies.log("error", "redirect", { correlationId, status: 503, cause: resolution.cause });
      return problemResponse(request, PROBLEMS.unavailable, correlationId);
    }
    case "link":
      return respondToLink(resolution.entry, visit, dependencies);
  }
}

function respondToLink(
  link: KnownLink,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const rejected = (problem: Problem) =>
    rejectLink({ problem, link, visit, dependencies, correlationId: correlationIdOf(visit.request) });
  if (link.status !== "active") return rejected(PROBLEMS.inactive);
  const { choice, schedule } = link;
  const outside = schedule && outsideOf(schedule, visit.time);
  if (outside) {
    const ended = respondOutsideSchedule(link, schedule, visit, dependencies);
    return ended ?? rejected(PROBLEMS[outside]);
  }
  if (choice === undefined) {
    if (visit.offer === undefined) return redirectVisit(link, visit, dependencies, ofVisit(link, visit.url));
    const isRemoved = link.removed?.includes(visit.offer);
    return isRemoved ? redirectToLink(link, visit, dependencies) : rejected(PROBLEMS.unknown);
  }
  if (visit.offer === undefined) return view(link, choice, visit, dependencies);
  const response = respondToTap(link, choice, visit.offer, visit, dependencies);
  if (response === undefined) return rejected(PROBLEMS.unknown);
  const counted = ({ response, offer }: ChoiceResponse): Response => {
    // The visit was counted with the page.
    if (offer !== undefined) dependencies.countVisit({ ...visitRecordOf(link, visit), tap: offer });
    return response;
  };
  return response instanceof Promise ? response.then(counted) : counted(response);
}

/**
 * Counts a visit before or after the times of a link, and redirects it to `endedUrl`; undefined without an `endedUrl`. The
 * visit counts, because scans after a campaign are worth knowing. The URL of an offer counts nothing: without an offer
 * there is no tap, and a tap is not a visit.
 */
function respondOutsideSchedule(
  link: KnownLink,
  schedule: KnownSchedule,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | undefined {
  if (schedule.endedUrl !== undefined) schedule.redirect ??= redirectTo(schedule.endedUrl);
  if (visit.offer === undefined) countVisit(visitRecordOf(link, visit), visit, dependencies);
  return schedule.redirect && sendRedirect(schedule.redirect, visit.request);
}

/** The problem of a known link, with the brand of its project. */
async function rejectLink(refusal: LinkProblem): Promise<Response> {
  const { problem, visit, dependencies, correlationId } = refusal;
  const { request } = visit;
  if (!isBrowser(request)) return problemResponse(request, problem, correlationId, detailsOf(refusal));
  try {
    const pages = await dependencies.shopperPages();
    return await pages.problem(refusal);
  } catch (cause) {
    dependencies.log("error", "redirect", { correlationId, cause });
    return problemResponse(request, problem, correlationId);
  }
}

/** Responds with the page of a choice link: synchronously if this isolate has loaded its module. */
function view(
  link: KnownLink,
  choice: ChoiceEntry,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const record = visitRecordOf(link, visit);
  const counted = ({ response, offer, isSamePage }: ChoiceResponse): Response => {
    if (!isSamePage) countVisit(record, visit, dependencies);
    if (offer !== undefined) dependencies.countVisit({ ...record, tap: offer });
    return response;
  };
  const ruled = picksItself(choice) ? viewByRules(link, choice, visit, record, dependencies) : undefined;
  if (ruled) return ruled instanceof Promise ? ruled.then(counted) : counted(ruled);
  const draw = (pages: ShopperPages) => pages.choice({ link, choice, visit, dependencies });
  const drawn = (pages: ShopperPages) => {
    if (!isSocialPreview(record.userAgent)) return draw(pages);
    return pages
      .preview({ link, visit, dependencies })
      .then((response) => (response ? { response } : draw(pages)));
  };
  const pages = dependencies.shopperPages();
  const response = pages instanceof Promise ? pages.then(drawn) : drawn(pages);
  return response instanceof Promise ? response.then(counted) : counted(response);
}

/** The response by the rules of a choice; undefined if the visit gets the page. Programs that show previews get its card. */
function viewByRules(
  link: KnownLink,
  choice: ChoiceEntry,
  visit: Visit,
  record: VisitRecord,
  dependencies: RedirectDependencies,
): ChoiceResponse | Promise<ChoiceResponse> | undefined {
  const { choose, all, isSamePage } = choiceQueryOf(visit);
  const ruled = choose || all ? undefined : ruledRedirect(link, choice, visit, record, dependencies);
  if (!ruled) return undefined;
  const { prepared, offer } = ruled;
  const redirected = { response: sendRedirect(prepared, visit.request), offer, isSamePage };
  if (!isSocialPreview(record.userAgent)) return redirected;
  return Promise.resolve(dependencies.shopperPages())
    .then((pages) => pages.preview({ link, visit, destination: prepared.location, dependencies }))
    .then((response) => ({ ...redirected, ...(response && { response }) }));
}

/** The redirect of a visit by the rules of a choice. */
interface RuledRedirect {
  prepared: PreparedRedirect;
  /** The key of the offer; absent for the link's fallbackUrl. */
  offer?: string | undefined;
}

/** A visit that fits every condition but times: a robot's. */
const ANYBODY: PickVisit = { isLenient: true };

/**
 * The redirect of a choice whose rules choose: to an offer that fits the visit, or else to its fallbackUrl. Undefined if the
 * page is shown instead. Robots and previews get the first offer.
 */
function ruledRedirect(
  { query }: Pick<KnownLink, "query">,
  choice: ChoiceEntry,
  visit: Visit,
  record: VisitRecord,
  dependencies: RedirectDependencies,
): RuledRedirect | undefined {
  const userAgent = readUserAgent(record.userAgent);
  const offer = offerFor(
    choice,
    record.prefetch || isProgram(userAgent)
      ? ANYBODY
      : {
          ...pickVisitOf(choice.offers, { ...visit, userAgent }),
          isLenient: false,
          chance: choice.page.pick === "split" ? dependencies.random() : undefined,
        },
    visit.time,
  );
  if (offer) {
    const prepared = offerRedirect(offer, visit, dependencies);
    return prepared && { prepared, offer: offer.key };
  }
  const { fallback } = choice;
  if (fallback === undefined || !isUrl(fallback)) return undefined;
  return { prepared: redirectTo(ofVisit({ destination: fallback, query }, visit.url).destination) };
}

/** The offer that a visit gets. Sold-out offers come last, unless the page shows them like the others. */
function offerFor({ offers, page }: ChoiceEntry, visit: PickVisit, time: number): OfferEntry | undefined {
  const hasSoldOut = page.soldOut !== "show" && offers.some((offer) => isSoldOut(offer, time));
  const inStock = hasSoldOut ? offers.filter((offer) => !isSoldOut(offer, time)) : offers;
  return pickOffer(inStock, visit, time) ?? (hasSoldOut ? pickOffer(offers, visit, time) : undefined);
}
