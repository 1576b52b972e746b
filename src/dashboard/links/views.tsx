import { requireScope } from "../../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../links/change-link.ts";
import { removeView, saveView } from "../../links/saved-views.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { readForm } from "../layout/forms.ts";
import { listPath, listQuery } from "./list-query.ts";
import { SaveViewPage } from "./view-tabs.tsx";

/** Saves what the list is narrowed to, `list`, under a name. */
export const newView: FormScreen<string> = {
  fields: ["name"],
  load(c) {
    requireScope(c.var.place.actor, CHANGE_LINK_SCOPE);
    return c.req.query("list") ?? "";
  },
  page: (c, list, values, problems) => (
    <SaveViewPage
      place={c.var.place}
      list={values.text("list") || list}
      name={values.text("name")}
      problems={problems}
    />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    // In the form in which the list writes it, so that the tab is known again.
    const query = listPath("", listQuery(new URLSearchParams(values.text("list")))).slice(1);
    await saveView(place.actor, { name: values.text("name"), query }, dependencies);
    return seeOther(`${place.base}/links?${query}`);
  },
};

/** Removes the view that the form names. The links that it showed stay as they are. */
export async function dropView(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const values = await readForm(c);
  await removeView(place.actor, { name: values.entries.get("name") ?? "" }, dependencies);
  return seeOther(`${place.base}/links?done=view-removed`);
}
