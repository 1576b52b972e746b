import { idsMadeIn } from "../../ground/core/ids.ts";
import { dayAfter, type Zone } from "../../ground/core/zone.ts";
import type { MemberActor } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireScope } from "../access/permissions.ts";
import { THE_REST } from "./breakdown.ts";
import { GET_VISITS_SCOPE, getVisitReport, type ReportDependencies } from "./get-visit-report.ts";
import type { LinkOfDays, VisitNewsStore } from "./news-store.ts";
import { answerOf } from "./report-plan.ts";

/** Whole days of news, besides today. */
const DAYS = 7;
/** A link without visits is news if at least this many people visited it in this many days before. */
const MISSED = { days: 28, people: 20 };
/** How many links of each kind are shown. */
const SHOWN = 5;

/** A link with something new. */
export interface NewsLink {
  id: string;
  name: string;
}

/** Links with something new, and whether there are more. */
export interface LinksOfNews<T extends NewsLink = NewsLink> {
  links: T[];
  more: number;
}

/** News about links from visits of the last seven days and today. */
export interface VisitNews {
  /** The start of the first of these days. */
  from: Date;
  /** Links whose codes were scanned for the first time in years, latest first. */
  firstScans: LinksOfNews<NewsLink & { day: string }>;
  /** Active links that no longer get visits, among those with most people in the four weeks before. */
  fellToZero: LinksOfNews<NewsLink & { before: number }>;
}

/** The start of the first day of news, in the organization's time zone. */
export const newsBegin = (zone: Zone, now: Date): Date => zone.startOf(firstDayOf(zone, now));

const firstDayOf = (zone: Zone, now: Date): string => dayAfter(zone.dayOf(now), -DAYS);

/**
 * What changed in the visits of the links of one project, or of all projects. Examines a bounded number of the newest
 * and most visited links. Throws `insufficient_scope`, `project_access_denied` and `service_unavailable`.
 */
export async function getVisitNews(
  actor: MemberActor,
  { projectId }: { projectId: string | undefined },
  dependencies: ReportDependencies & { visitNews: VisitNewsStore },
): Promise<VisitNews> {
  requireScope(actor, GET_VISITS_SCOPE);
  const { organizationId } = actor;
  const { visitNews, projects, zones, now } = dependencies;
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const zone = await zones.find(organizationId);
  const today = zone.dayOf(now());
  const first = firstDayOf(zone, now());
  const days = Array.from({ length: DAYS + 1 }, (_, day) => dayAfter(first, day));
  const subject = {
    organizationId,
    projects: projectId === undefined ? reachableProjects(actor) : [projectId],
  };
  const [newest, before] = await Promise.all([
    visitNews.newestScanned(subject, days),
    // Without today: visits of today don't count as earlier visits.
    mostVisited(
      actor,
      { projectId, from: dayAfter(first, -MISSED.days), to: dayAfter(today, -1) },
      dependencies,
    ),
  ]);
  const links = await visitNews.onDays(organizationId, [...new Set([...newest, ...before.keys()])], days);
  const fallen = links.flatMap(({ id, name, people }) => {
    const visits = before.get(id) ?? 0;
    return people === 0 && visits >= MISSED.people ? [{ id, name, before: visits }] : [];
  });
  const from = newsBegin(zone, now());
  return {
    from,
    firstScans: await firstScans(links, { organizationId, first, from }, visitNews),
    fellToZero: shown(fallen.sort((a, b) => b.before - a.before)),
  };
}

/** The number of people per most visited link. */
async function mostVisited(
  actor: MemberActor,
  { projectId, from, to }: { projectId: string | undefined; from: string; to: string },
  dependencies: ReportDependencies,
): Promise<ReadonlyMap<string, number>> {
  const filter = projectId === undefined ? {} : { projectId };
  const input = { from, to, interval: "day" as const, filter, by: ["link" as const] };
  const { breakdowns } = await getVisitReport(actor, input, dependencies);
  const rows = breakdowns.flatMap(({ answer }) => answerOf(answer)?.rows ?? []);
  return new Map(
    rows.filter(({ key }) => key !== THE_REST).map(({ key, scans, clicks }) => [key, scans + clicks]),
  );
}

/** The scanned links that were not scanned in the years before. */
async function firstScans(
  links: readonly LinkOfDays[],
  { organizationId, first, from }: { organizationId: string; first: string; from: Date },
  visitNews: VisitNewsStore,
): Promise<VisitNews["firstScans"]> {
  const scanned = links.flatMap(({ firstScan, ...link }) =>
    firstScan === null ? [] : [{ ...link, day: firstScan }],
  );
  // Links created in these days have no earlier visits.
  const { from: firstId } = idsMadeIn("lnk", { from });
  const older = scanned.filter(({ id }) => id < firstId);
  const known = await visitNews.scannedBefore(organizationId, older, first);
  const fresh = scanned.filter(({ id }) => !known.has(id)).map(({ id, name, day }) => ({ id, name, day }));
  return shown(fresh.sort((a, b) => (a.day < b.day ? 1 : -1)));
}

const shown = <T extends NewsLink>(links: readonly T[]): LinksOfNews<T> => ({
  links: links.slice(0, SHOWN),
  more: Math.max(0, links.length - SHOWN),
});
