import { Hono } from "hono";
import { getQuotaUse } from "../../access/get-quota-use.ts";
import { mayReadQuotas } from "../../access/permissions.ts";
import { getLinkAttention } from "../../links/get-link-attention.ts";
import { getVisitReport } from "../../visits/get-visit-report.ts";
import { rangeInputOf } from "../../visits/period.ts";
import { pageAnswer } from "../frame/answers.ts";
import type { DashboardEnv } from "../frame/context.ts";
import { openProjects } from "../frame/open-projects.ts";
import { visitQueryIn } from "../visit-report/visit-query.ts";
import { OverviewPage } from "./overview-page.tsx";

const TABLES = ["link", "qrCode", "retailer", "country", "device"] as const;

/** The first screen of an organization: how it is going. */
export const overview = new Hono<DashboardEnv>().get("/", async (c) => {
  const { place, dependencies } = c.var;
  const zone = await dependencies.zones.find(place.actor.organizationId);
  const parameters = new URL(c.req.url).searchParams;
  // The overview knows a number of days and a project; everything else belongs to the screen of visits.
  const asked = new URLSearchParams();
  for (const name of ["days", "projectId"]) asked.set(name, parameters.get(name) ?? "");
  const query = visitQueryIn(asked, zone.dayOf(dependencies.now()));
  const range = rangeInputOf(query.period, query.interval);
  const { projectId } = query.filter;
  const [report, projects, uses] = await Promise.all([
    getVisitReport(
      place.actor,
      { ...range, filter: query.filter, by: TABLES, compare: "previous" },
      dependencies,
    ),
    openProjects(place, dependencies),
    mayReadQuotas(place.actor) ? getQuotaUse(place.actor, place.actor, dependencies) : [],
  ]);
  const news = await getLinkAttention(
    place.actor,
    { projectId, from: report.from, to: report.to },
    dependencies,
  );
  return pageAnswer(<OverviewPage {...{ place, projects, query, report, news, uses }} />);
});
