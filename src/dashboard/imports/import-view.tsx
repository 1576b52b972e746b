import { getImport, listImportRows } from "../../imports/get-import.ts";
import type { RowCounts } from "../../imports/import.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { importIdIn } from "./address.ts";
import { ImportPage } from "./import-page.tsx";
import { countOf, VIEWS, type ViewName } from "./views.ts";

const isView = (name: string | undefined): name is ViewName =>
  name !== undefined && Object.hasOwn(VIEWS, name);

/** The first view that has rows: problems come first. */
function firstView(counts: RowCounts): ViewName {
  // Object.keys gives names as texts, and these are the names of views.
  const names = Object.keys(VIEWS) as ViewName[];
  return names.find((name) => countOf(name, counts) > 0) ?? "problems";
}

/** The page of an import as the address asks for it. */
export async function importPage(c: DashboardContext, problems: FormProblems) {
  const { place, dependencies } = c.var;
  const { importId } = importIdIn(c);
  const { found, counts } = await getImport(place.actor, { importId }, dependencies);
  const asked = c.req.query("show");
  const view = isView(asked) ? asked : firstView(counts);
  const after = Number(c.req.query("after") ?? "0");
  const page = await listImportRows(
    place.actor,
    {
      importId,
      states: VIEWS[view].states,
      after: Number.isSafeInteger(after) ? after : 0,
      limit: PAGE_SIZE,
    },
    dependencies,
  );
  return (
    <ImportPage
      {...{ place, found, counts, view, page, problems }}
      isFirst={after === 0}
      shortLinkOrigin={found.origins.shortLink}
      done={c.req.query("done")}
    />
  );
}
