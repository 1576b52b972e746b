import { Hono } from "hono";
import { getQuotaUse } from "../../../features/access/get-quota-use.ts";
import { mayReadQuotas } from "../../../features/access/permissions.ts";
import { listLinks } from "../../../features/links/list-links.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { rangeInputOf, rangeOf } from "../../../features/visits/visit-range.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { likelyZone } from "../labels/zone-names.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { searchOf, typedIn } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { getAttention } from "../panels/attention.ts";
import type { ReadVisitParts } from "../panels/visit-part.ts";
import { chartNotes } from "../visit-report/chart-notes.tsx";
import { topLinks } from "../visit-report/top-links.tsx";
import { OVERVIEW_TABLES, type VisitQuery, visitHref, visitQueryIn } from "../visit-report/visit-query.ts";
import { OverviewPage } from "./overview-page.tsx";

/** The parameters of the overview's URL that describe its view. */
const PARAMETERS = ["days", "from", "to", "interval", "compare", "projectId", "show"];

/** The view of the parameters; null if they are invalid. */
function queryOf(parameters: URLSearchParams, zone: Zone, now: Date): VisitQuery | null {
  try {
    const query = visitQueryIn(parameters, zone.dayOf(now));
    rangeOf(rangeInputOf(query.period, query.interval), zone, now);
    return query;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "validation_failed") return null;
    throw error;
  }
}

/** The first screen of an organization: how it is going. */
export const overview = (visitParts: ReadVisitParts) =>
  new Hono<DashboardEnv>().get("/", async (c) => {
    const { workspace, dependencies } = c.var;
    const zone = await dependencies.zones.find(workspace.actor.organizationId);
    const now = dependencies.now();
    const today = zone.dayOf(now);
    // The overview has a period and a project. All other filters belong to the screen of visits.
    const parameters = typedIn(searchOf(c), PARAMETERS);
    const query = queryOf(parameters, zone, now);
    // That screen explains what is wrong with the dates.
    if (!query) return seeOther(`${workspace.base}/visits?${parameters}`);
    const range = rangeInputOf(query.period, query.interval);
    const { projectId } = query.filter;
    const { actor } = workspace;
    const view = {
      ...query,
      range: query.period,
      hasTables: false,
      details: visitHref(`${workspace.base}/visits`, query),
    };
    const [report, attention, projects, uses, links, partsOf] = await Promise.all([
      getVisitReport(
        actor,
        { ...range, filter: query.filter, by: OVERVIEW_TABLES, compare: query.compare ?? undefined },
        dependencies,
      ),
      getAttention({ actor, projectId, zone, dependencies }),
      openProjects(workspace, dependencies),
      mayReadQuotas(actor) ? getQuotaUse(actor, actor, dependencies) : [],
      listLinks(actor, { projectId, limit: 1 }, dependencies),
      visitParts(c, view),
    ]);
    const top = await topLinks(actor, report, dependencies);
    const notes = await chartNotes(c, report, visitHref("", query), projects);
    return pageResponse(
      <OverviewPage
        {...{ workspace, projects, parameters, query, report, today, notes, top }}
        parts={partsOf(report)}
        hasLinks={links.links.length > 0}
        {...{ attention, uses }}
        likelyZone={likelyZone(c.req.raw)}
      />,
    );
  });
