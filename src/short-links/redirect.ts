import { bareHost } from "../core/domain-host.ts";
import { addressUrl } from "../core/origins.ts";
import type { WaitUntil } from "../platform/background.ts";
import { correlationIdOf } from "../platform/correlation-id.ts";
import { isSocialPreview, userAgentText } from "../platform/known-user-agents.ts";
import type { Log } from "../platform/log.ts";
import { dropUnreadBody } from "../platform/unread-body.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import { isShortId, type ShortLinkAddress } from "./address.ts";
import { addressKey } from "./address-key.ts";
import { askForClient, type ClientResolution } from "./ask-for-client.ts";
import type { ChoiceEntry } from "./choice.ts";
import { isOwnHost } from "./hosts.ts";
import { type KnownLink, redirectMemory } from "./memory.ts";
import { NearestInstance } from "./nearest-instance.ts";
import { answerElsewhere, answerOnHost } from "./on-domain.ts";
import { previewResponse } from "./preview.ts";
import { detailsOf, isBrowser, PROBLEMS, type Problem, problemResponse, wantsJson } from "./problems.ts";
import { answerWith, redirectTo } from "./redirect-response.ts";
import { recallShortLink } from "./resolve.ts";
import { type KnownSchedule, outsideOf } from "./schedule.ts";
import type { ChoiceAnswer, LinkProblem, ShopperPages } from "./shopper-pages.ts";
import { redirectSources } from "./sources.ts";
import { answerTap, leadToLink } from "./tap.ts";
import { type TargetSettings, targetRedirect } from "./target-redirect.ts";
import type { Visit } from "./visit.ts";
import { type AnsweredVisit, countryOf, isPrefetch, referrerOf } from "./visitor.ts";

/** State of this isolate. */
const memory = redirectMemory();
const instance = new NearestInstance();

/** What a redirect depends on. */
export interface RedirectDependencies extends TargetSettings {
  kv: KVNamespace;
  db: D1Database;
  /** Our own hosts, with their ports, where they are configured: no domains of organizations. */
  ownHosts: readonly string[];
  /** Limits the unknown short ids that one client asks for. */
  unknownLimiter: RateLimit;
  /** The pages of choice links and of links with a problem, at once where this isolate has loaded them. */
  shopperPages(): ShopperPages | Promise<ShopperPages>;
  /** Counts an answered visit, after the response. Never throws. */
  countVisit(visit: AnsweredVisit): void;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * Answers GET and HEAD of a short link, outside of the API's middleware: synchronously from memory, else from KV or D1.
 * It waits only for what the answer needs.
 */
export function redirect(
  request: Request,
  { url, host, name, qr, offer }: ShortLinkAddress,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return dropUnreadBody(request).then(() => refuse(request, PROBLEMS.method));
  const country = countryOf(request);
  const visit = { request, url, country, host: "", name: name ?? "", qr, offer, time: Date.now() };
  if (!isOwnHost(host, dependencies.ownHosts)) {
    const steps = {
      instance,
      sources: sourcesOf(dependencies),
      resolve: (asked: Visit) => recall(asked) ?? ask(asked, dependencies),
      answer: (resolution: ClientResolution, asked: Visit) => answer(resolution, asked, dependencies),
    };
    return answerOnHost({ ...visit, host: bareHost(host) }, steps, dependencies);
  }
  if (name === null) return refuse(request, PROBLEMS.unknown);
  const known = recall(visit);
  if (known) return answer(known, visit, dependencies);
  return ask(visit, dependencies).then((resolution) => answer(resolution, visit, dependencies));
}

/**
 * The answer of a domain of an organization to a request that is for no short link; null where the service answers as on
 * its own hosts.
 */
export function redirectElsewhere(
  request: Request,
  dependencies: Pick<RedirectDependencies, "ownHosts" | "db" | "log">,
): Promise<Response | null> | null {
  const [, host = ""] = /^https?:\/\/([^/?#]+)/.exec(request.url) ?? [];
  if (isOwnHost(host, dependencies.ownHosts)) return null;
  return answerElsewhere(request, bareHost(host), { instance }, dependencies, (problem) =>
    refuse(request, problem),
  );
}

const recall = ({ host, name, time }: Visit) => recallShortLink(addressKey(host, name), time, memory);

const sourcesOf = ({ kv, db, waitUntil, log }: RedirectDependencies) =>
  redirectSources(kv, db, waitUntil, instance, log);

function ask(
  { request, host, name, time }: Visit,
  dependencies: RedirectDependencies,
): Promise<ClientResolution> {
  const attempt = attemptOf(dependencies.unknownLimiter, request);
  return askForClient(addressKey(host, name), time, memory, sourcesOf(dependencies), attempt);
}

function answer(
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

/** What could be a path of the API says so as the API does, to whoever is no browser. */
function refuseUnknown(request: Request, name: string): Response {
  const json = wantsJson(request) || (!isShortId(name) && !isBrowser(request));
  return problemResponse(request, PROBLEMS.unknown, correlationIdOf(request), [], json);
}

const refuse = (request: Request, problem: Problem): Response =>
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
  const answer = answerTap(choice, visit.offer, visit, dependencies);
  if (answer === undefined) return refused(PROBLEMS.unknown);
  if (answer.offer !== undefined) countTap(link, visit, answer.offer, dependencies);
  return answer.response;
}

/**
 * Counts a visit before or after the times of a link, and leads it to where the link says; undefined where it says
 * nothing. The visit counts, as people who scan a printed code after its campaign are worth knowing of. The address of an
 * offer counts nothing: what leads to no offer is no tap, and a tap is no visit.
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

/** Says what is wrong with a link that is known, with the brand of its project. */
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

/** Answers with the page of a choice link: at once where this isolate has loaded what draws it. */
function view(
  link: KnownLink,
  choice: ChoiceEntry,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const counted = ({ response, offer, isSamePage }: ChoiceAnswer): Response => {
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
  const response = redirectAnswer(link, visit, userAgent, dependencies);
  count(link, visit, userAgent, dependencies);
  return response;
}

/** Only once there is an answer: a destination that no header can carry throws before, and counts as no visit. */
function count(link: KnownLink, visit: Visit, userAgent: string, { countVisit }: RedirectDependencies): void {
  // A camera sends no referrer, and an app that opens what it scanned would be named in its place.
  const referrer = visit.qr === "" ? referrerOf(visit.request) : undefined;
  countVisit({ ...comingOf(link, visit, userAgent), referrer });
}

/** Counts that a shopper was led to an offer, which is no visit: that was counted with the page. */
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

function redirectAnswer(
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
