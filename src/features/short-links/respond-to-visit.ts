import { isSocialPreview, userAgentText } from "../../ground/platform/known-user-agents.ts";
import type { ClientResolution } from "./look-up.ts";
import { sendRedirect } from "./prepared-redirect.ts";
import type { KnownLink, Target } from "./redirect-memory.ts";
import { outsideOf } from "./redirect-schedule.ts";
import { sourceIn } from "./short-link-url.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import { targetRedirect } from "./target-redirect.ts";
import type { Visit } from "./visit.ts";

import { isPrefetch, referrerOf, type VisitRecord } from "./visitor.ts";

/** Responds to a visit by the result of its look-up. */
export function respondToVisit(
  resolution: ClientResolution,
  visit: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  if (resolution.kind === "link" && redirects(resolution.entry, visit))
    return redirectVisit(resolution.entry, visit, dependencies);
  return dependencies.otherVisits.use(({ respondOtherwise }) =>
    respondOtherwise(resolution, visit, dependencies),
  );
}

/** Whether a visit only needs a redirect to the destination of its link. */
const redirects = ({ status, choice, query, schedule }: KnownLink, { url, offer, time }: Visit): boolean =>
  status === "active" &&
  (query === undefined || !url.includes("?")) &&
  choice === undefined &&
  offer === undefined &&
  (schedule === undefined || outsideOf(schedule, time) === undefined);

/** The redirect of a link without a choice. Programs that show previews get its page, if it has one. `target`: its destinations. */
export function redirectVisit(
  link: KnownLink,
  visit: Visit,
  dependencies: RedirectDependencies,
  target: Target = link,
): Response | Promise<Response> {
  const { request } = visit;
  const prepared = targetRedirect(target, request, dependencies);
  const redirected = sendRedirect(prepared, request);
  const record = visitRecordOf(link, visit);
  countVisit(record, visit, dependencies);
  if (!isSocialPreview(record.userAgent)) return redirected;
  const preview = Promise.resolve(dependencies.shopperPages()).then((pages) =>
    pages.preview({ link, visit, destination: prepared.location, dependencies }),
  );
  return preview.then((page) => page ?? redirected);
}

/** Counts a visit. Only once there is a response: a destination that no header can carry throws before, and counts no visit. */
export function countVisit(
  record: VisitRecord,
  { request, qr, url }: Visit,
  dependencies: RedirectDependencies,
): void {
  // A camera sends no referrer, and an app that opens a scanned code would be named instead.
  const referrer = qr === "" ? referrerOf(request) : undefined;
  const source = (qr === "" && sourceIn(url)) || undefined;
  dependencies.countVisit({ ...record, referrer, source });
}

/** A visit for the counters. */
export function visitRecordOf(link: KnownLink, { request, country, qr, time }: Visit): VisitRecord {
  const userAgent = userAgentText(request.headers.get("User-Agent"));
  const head = request.method === "HEAD";
  return { link, qr, time, country, userAgent, head, prefetch: isPrefetch(request) };
}
