import { Hono } from "hono";
import { getQuotaUse } from "../../access/get-quota-use.ts";
import { mayManageWebhooks, mayReadQuotas } from "../../access/permissions.ts";
import { getAttention } from "../../alerts/manage-alerts.ts";
import { getFirstSteps } from "../../first-steps/first-steps.ts";
import { getEndingLinks } from "../../links/get-ending-links.ts";
import { getVisitNews, newsBegin } from "../../visits/get-visit-news.ts";
import { getVisitReport } from "../../visits/get-visit-report.ts";
import { rangeInputOf } from "../../visits/visit-range.ts";
import { listWebhooks } from "../../webhooks/manage-webhooks.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { openProjects } from "../layout/open-projects.ts";
import { visitQueryIn } from "../visit-report/visit-query.ts";
import { OverviewPage } from "./overview-page.tsx";
import { topLinks } from "./top-links.tsx";

/** The first screen of an organization: how it is going. */
export const overview = new Hono<DashboardEnv>().get("/", async (c) => {
  const { place, dependencies } = c.var;
  const zone = await dependencies.zones.find(place.actor.organizationId);
  const now = dependencies.now();
  const parameters = new URL(c.req.url).searchParams;
  // The overview has a period and a project. All other filters belong to the screen of visits.
  const search = new URLSearchParams();
  for (const name of ["days", "projectId"]) search.set(name, parameters.get(name) ?? "");
  const query = visitQueryIn(search, zone.dayOf(now));
  const range = rangeInputOf(query.period, query.interval);
  const { projectId } = query.filter;
  const { actor } = place;
  const week = { projectId, from: newsBegin(zone, now), to: now };
  const [report, news, ending, attention, projects, uses, steps, webhooks] = await Promise.all([
    getVisitReport(
      actor,
      { ...range, filter: query.filter, by: ["link"], compare: "previous" },
      dependencies,
    ),
    getVisitNews(actor, { projectId }, dependencies),
    getEndingLinks(actor, { projectId }, dependencies),
    getAttention(actor, week, dependencies),
    openProjects(place, dependencies),
    mayReadQuotas(actor) ? getQuotaUse(actor, actor, dependencies) : [],
    getFirstSteps(actor, dependencies),
    mayManageWebhooks(actor) ? listWebhooks(actor, dependencies) : [],
  ]);
  const top = await topLinks(actor, report, dependencies);
  const done = c.req.query("done");
  const disabled = webhooks.filter(({ disabledBecause }) => disabledBecause !== null);
  return pageResponse(
    <OverviewPage
      {...{ disabled, place, projects, query, report, attention, news, ending, uses, steps, top, done }}
    />,
  );
});
