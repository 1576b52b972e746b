import { listKeys } from "../../access/list-keys.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { KeyListPage } from "./key-list-page.tsx";

/** The list of API keys. */
export async function showKeys(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const cursor = c.req.query("cursor");
  const query = { organization: place.organizationId, limit: PAGE_SIZE, cursor };
  const page = await listKeys(place.actor, query, dependencies);
  return pageResponse(
    <KeyListPage
      place={place}
      page={page}
      now={dependencies.now().toISOString()}
      isFirst={cursor === undefined}
      done={c.req.query("done")}
    />,
  );
}
