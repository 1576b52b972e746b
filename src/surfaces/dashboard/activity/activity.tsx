import { Hono } from "hono";
import { listActivity, MAX_ACTIVITIES_PER_PAGE } from "../../../features/access/list-activity.ts";
import { listMembers, MAX_MEMBERS_PER_PAGE } from "../../../features/access/list-members.ts";
import { mayManageMembers } from "../../../features/access/permissions.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { cursorIn, searchOf } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { activityFilter, filterQuery } from "./activity-filter.tsx";
import { ActivityPage } from "./activity-page.tsx";
import { grouped } from "./sentences.ts";

/** The screen of who did what and when, below /activity. A page has PAGE_SIZE actions, each of any number of changes. */
export const activity = new Hono<DashboardEnv>().get("/", async (c) => {
  const { workspace, dependencies } = c.var;
  const query = searchOf(c);
  const filter = activityFilter(query);
  const cursor = cursorIn(c);
  const everybody = { organization: workspace.organizationId, limit: MAX_MEMBERS_PER_PAGE, after: null };
  const [page, projects, { members }] = await Promise.all([
    listActivity(workspace.actor, { ...filter, limit: MAX_ACTIVITIES_PER_PAGE, cursor }, dependencies),
    openProjects(workspace, dependencies),
    mayManageMembers(workspace.actor)
      ? listMembers(workspace.actor, everybody, dependencies)
      : { members: [] },
  ]);
  const all = grouped(page.entries);
  const groups = all.slice(0, PAGE_SIZE);
  const last = groups.length < all.length ? groups.at(-1)?.entries.at(-1) : undefined;
  const next = last ? page.cursorAfter(last) : page.nextCursor;
  const path = `${workspace.base}/activity`;
  const filters = filterQuery(query);
  const pages = {
    first: cursor === undefined ? null : `${path}?${filters}`,
    next: next === null ? null : `${path}?${filters}&cursor=${encodeURIComponent(next)}`,
  };
  return pageResponse(<ActivityPage {...{ workspace, groups, query, projects, members, pages }} />);
});
