import { Hono } from "hono";
import { countLinks } from "../../../features/links/list-links.ts";
import { jsonResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { searchOf } from "../layout/forms.ts";
import { doBulkAction } from "./bulk-actions.ts";
import { applyBulkEdit, showBulkEdit } from "./bulk-edit-screen.tsx";
import { editProgress } from "./bulk-progress.tsx";
import { exportLinks } from "./export.ts";
import { showLinks } from "./link-list.tsx";
import { matchingFilter } from "./list-query.ts";
import { showCode } from "./show-code.tsx";

/** The list of links and its bulk actions, below /links. */
export const links = new Hono<DashboardEnv>()
  .get("/", showLinks)
  .post("/bulk", doBulkAction)
  .get("/bulk-edit", showBulkEdit)
  .post("/bulk-edit", applyBulkEdit)
  .on(FORM, "/bulk-edit/:edit", editProgress)
  .get("/count", countMatching)
  .get("/export", exportLinks)
  .route("/", showCode);

/** How many links the list has, for the script of the bulk bar. */
async function countMatching(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const filter = matchingFilter(String(searchOf(c)));
  return jsonResponse({ count: filter ? await countLinks(workspace.actor, filter, dependencies) : 0 });
}
