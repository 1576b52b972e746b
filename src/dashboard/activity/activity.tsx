import { Hono } from "hono";
import { listActivity } from "../../access/list-activity.ts";
import { listMembers, MAX_MEMBERS_PER_PAGE } from "../../access/list-members.ts";
import { mayManageMembers } from "../../access/permissions.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { openProjects } from "../layout/open-projects.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { activityFilter, filterQuery } from "./activity-filter.ts";
import { ActivityPage } from "./activity-page.tsx";

/** The screen of who did what and when, below /activity. */
export const activity = new Hono<DashboardEnv>().get("/", async (c) => {
  const { place, dependencies } = c.var;
  const query = new URL(c.req.url).searchParams;
  const filter = activityFilter(query);
  const cursor = query.get("cursor") ?? undefined;
  const everybody = { organization: place.organizationId, limit: MAX_MEMBERS_PER_PAGE, after: null };
  const [page, projects, { members }] = await Promise.all([
    listActivity(place.actor, { ...filter, limit: PAGE_SIZE, cursor }, dependencies),
    openProjects(place, dependencies),
    mayManageMembers(place.actor) ? listMembers(place.actor, everybody, dependencies) : { members: [] },
  ]);
  const path = `${place.base}/activity`;
  const filters = filterQuery(query);
  const pages = {
    first: cursor === undefined ? null : `${path}?${filters}`,
    next:
      page.nextCursor === null ? null : `${path}?${filters}&cursor=${encodeURIComponent(page.nextCursor)}`,
  };
  return pageResponse(
    <ActivityPage {...{ place, query, projects, members, pages }} entries={page.entries} />,
  );
});
