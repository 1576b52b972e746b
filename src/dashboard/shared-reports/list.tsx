import { listSharedReports } from "../../visits/manage-shared-reports.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { SharedListPage } from "./shared-list-page.tsx";

/** The list of shared reports. */
export async function showReports(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const cursor = c.req.query("cursor");
  const page = await listSharedReports(place.actor, { limit: PAGE_SIZE, cursor }, dependencies);
  return pageResponse(
    <SharedListPage
      place={place}
      page={page}
      now={dependencies.now()}
      isFirst={cursor === undefined}
      done={c.req.query("done")}
    />,
  );
}
