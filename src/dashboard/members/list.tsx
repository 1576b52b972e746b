import { listMembers } from "../../access/list-members.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { MemberListPage } from "./member-list-page.tsx";

/** The list of members. */
export async function showMembers(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const after = c.req.query("after") ?? null;
  const query = { organization: place.organizationId, limit: PAGE_SIZE, after };
  const page = await listMembers(place.actor, query, dependencies);
  return pageResponse(<MemberListPage place={place} page={page} after={after} done={c.req.query("done")} />);
}
