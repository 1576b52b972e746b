import { addressUrl } from "../core/origins.ts";
import { correlationIdOf } from "../platform/correlation-id.ts";
import { isSocialPreview, userAgentText } from "../platform/known-user-agents.ts";
import { isShortId } from "./address.ts";
import type { ClientResolution } from "./ask-for-client.ts";
import type { ChoiceEntry } from "./choice.ts";
import type { KnownLink } from "./memory.ts";
import { previewResponse } from "./preview.ts";
import { detailsOf, isBrowser, PROBLEMS, type Problem, problemResponse, wantsJson } from "./problems.ts";
import { answerWith, redirectTo } from "./redirect-response.ts";
import { type KnownSchedule, outsideOf } from "./schedule.ts";
import { answerTap, leadToLink } from "./tap.ts";
import { targetRedirect } from "./target-redirect.ts";
import type { ChoiceResponse, LinkProblem, RedirectDependencies, ShopperPages, Visit } from "./visit.ts";
import { type AnsweredVisit, isPrefetch, referrerOf } from "./visitor.ts";

/** Responds to a visit by what is known of the link at its URL. */
export function answerResolution(
  resolution: ClientResolution,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const { request } = visit;
  switch (resolution.kind) {
    case "limited":
      return refuse(request, PROBLEMS.limited);
    case "unknown":
      return refuseUnknown(request, visit.name);
    case "unavailable": {
      const correlationId = correlationIdOf(request);
      dependencies.log("error", "redirect", { correlationId, status: 503, cause: resolution.cause });
      return problemResponse(request, PROBLEMS.unavailable, correlationId);
    }
    case "link":
      return answerLink(resolution.entry, visit, dependencies);
  }
}

/** The 404 of a path that could belong to the API is JSON, except for browsers. */
function refuseUnknown(request: Request, name: string): Response {
  const json = wantsJson(request) || (!isShortId(name) && !isBrowser(request));
  return problemResponse(request, PROBLEMS.unknown, correlationIdOf(request), [], json);
}

/** The page of a problem that concerns no known link. */
export const refuse = (request: Request, problem: Problem): Response =>
  problemResponse(request, problem, correlationIdOf(request));

function answerLink(
  link: KnownLink,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const refused = (problem: Problem) =>
    refuseLink({ problem, link, visit, dependencies, correlationId: correlationIdOf(visit.request) });
  if (link.status !== "active") return refused(PROBLEMS.inactive);
  const { choice, schedule } = link;
  const outside = schedule && outsideOf(schedule, visit.time);
  if (outside) {
    const ended = answerOutside(link, schedule, visit, dependencies);
    return ended ?? refused(PROBLEMS[outside]);
  }
  if (choice === undefined) {
    if (visit.offer === undefined) return lead(link, visit, dependencies);
    const isRemoved = link.removed?.includes(visit.offer);
    return isRemoved ? leadToLink(visit, dependencies) : refused(PROBLEMS.unknown);
  }
  if (visit.offer === undefined) return view(link, choice, visit, dependencies);
  const answer = answerTap(link, choice, visit.offer, visit, dependencies);
  if (answer === undefined) return refused(PROBLEMS.unknown);
  const counted = ({ response, offer }: ChoiceResponse): Response => {
    if (offer !== undefined) countTap(link, visit, offer, dependencies);
    return response;
  };
  return answer instanceof Promise ? answer.then(counted) : counted(answer);
}

/**
 * Counts a visit before or after the times of a link, and redirects it to `endedUrl`; undefined without an `endedUrl`. The
 * visit counts, because scans after a campaign are worth knowing. The URL of an offer counts nothing: without an offer
 * there is no tap, and a tap is not a visit.
 */
function answerOutside(
  link: KnownLink,
  schedule: KnownSchedule,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | undefined {
  if (schedule.endedUrl !== undefined) schedule.redirect ??= redirectTo(schedule.endedUrl);
  if (visit.offer === undefined)
    count(link, visit, userAgentText(visit.request.headers.get("User-Agent")), dependencies);
  return schedule.redirect && answerWith(schedule.redirect, visit.request);
}

/** The problem of a known link, with the brand of its project. */
async function refuseLink(refusal: LinkProblem): Promise<Response> {
  const { problem, visit, dependencies, correlationId } = refusal;
  const { request } = visit;
  if (wantsJson(request)) return problemResponse(request, problem, correlationId, detailsOf(refusal));
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
  const counted = ({ response, offer, isSamePage }: ChoiceResponse): Response => {
    if (!isSamePage) count(link, visit, userAgentText(visit.request.headers.get("User-Agent")), dependencies);
    if (offer !== undefined) countTap(link, visit, offer, dependencies);
    return response;
  };
  const drawn = (pages: ShopperPages) => pages.choice({ link, choice, visit, dependencies });
  const pages = dependencies.shopperPages();
  const answered = pages instanceof Promise ? pages.then(drawn) : drawn(pages);
  return answered instanceof Promise ? answered.then(counted) : counted(answered);
}

function lead(link: KnownLink, visit: Visit, dependencies: RedirectDependencies): Response {
  const userAgent = userAgentText(visit.request.headers.get("User-Agent"));
  const response = redirectResponse(link, visit, userAgent, dependencies);
  count(link, visit, userAgent, dependencies);
  return response;
}

/** Only once there is a response: a destination that no header can carry throws before, and counts no visit. */
function count(link: KnownLink, visit: Visit, userAgent: string, { countVisit }: RedirectDependencies): void {
  // A camera sends no referrer, and an app that opens a scanned code would be named instead.
  const referrer = visit.qr === "" ? referrerOf(visit.request) : undefined;
  countVisit({ ...comingOf(link, visit, userAgent), referrer });
}

/** Counts that a shopper was redirected to an offer. The visit was counted with the page. */
function countTap(link: KnownLink, visit: Visit, tap: string, { countVisit }: RedirectDependencies): void {
  countVisit({ ...comingOf(link, visit, userAgentText(visit.request.headers.get("User-Agent"))), tap });
}

function comingOf(
  { linkId }: KnownLink,
  { request, country, qr, time }: Visit,
  userAgent: string,
): AnsweredVisit {
  const head = request.method === "HEAD";
  return { linkId, qr, time, country, userAgent, head, prefetch: isPrefetch(request) };
}

function redirectResponse(
  link: KnownLink,
  { request, host, name }: Visit,
  userAgent: string,
  dependencies: RedirectDependencies,
): Response {
  const prepared = targetRedirect(link, request, dependencies);
  const { publicName } = link;
  if (publicName === undefined || !isSocialPreview(userAgent)) return answerWith(prepared, request);
  const url = addressUrl(dependencies.origins(), host, name);
  return previewResponse({ publicName, url, destination: prepared.location }, correlationIdOf(request));
}
