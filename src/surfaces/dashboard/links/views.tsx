import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/links/change-link.ts";
import type { SavedView } from "../../../features/links/saved-views.ts";
import { removeView, saveView } from "../../../features/links/saved-views.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { readForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { LINKS_STYLE } from "./links-style.ts";
import { type ListQuery, listAgain, listPath, listQuery } from "./list-query.ts";

/** Saves the filters of `list` as a view. */
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
    // As the list writes it, so that its tab can be marked as current.
    const query = listPath("", listQuery(new URLSearchParams(values.text("list")))).slice(1);
    await saveView(place.actor, { name: values.text("name"), query }, dependencies);
    return seeOther(`${place.base}/links?${query}`);
  },
};

/** Removes the view in the form, but not its links. */
export async function dropView(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const values = await readForm(c);
  await removeView(place.actor, { name: values.entries.get("name") ?? "" }, dependencies);
  return seeOther(`${place.base}/links?done=view-removed`);
}

/** The query that a view saves; empty for all links. */
const viewOf = (query: ListQuery): string => listPath("", query).slice(1);

/** The saved views as tabs, and a form to save the current filters. Absent if there is neither. */
export const ViewTabs = ({
  path,
  query,
  views,
  mayChange,
}: {
  path: string;
  query: ListQuery;
  views: readonly SavedView[];
  mayChange: boolean;
}) => {
  const shown = query.filters ? viewOf(query) : null;
  const current = views.find((view) => view.query === shown);
  const canSave = mayChange && shown !== null && shown !== "" && !current;
  if (views.length === 0 && !canSave) return null;
  return (
    <div class="view-line">
      <nav class="views" aria-label="Views">
        <a href={path} aria-current={shown === "" ? "page" : undefined}>
          All links
        </a>
        {views.map((view) => (
          <a href={`${path}?${view.query}`} aria-current={view === current ? "page" : undefined}>
            <bdi>{view.name}</bdi>
          </a>
        ))}
      </nav>
      {canSave && (
        <details class="drop">
          <summary class="button plain">Save view</summary>
          <div class="panel">
            <SaveView path={path} list={shown} name="" />
          </div>
        </details>
      )}
      {mayChange && current && (
        <Form action={`${path}/views/remove`}>
          <input type="hidden" name="name" value={current.name} />
          <Button emphasis="plain">Remove view</Button>
        </Form>
      )}
    </div>
  );
};

const SaveView = ({
  path,
  list,
  name,
  error,
  problem,
}: {
  path: string;
  list: string;
  name: string;
  error?: string | undefined;
  problem?: string | undefined;
}) => (
  <Form action={`${path}/views/new`} problem={problem}>
    <input type="hidden" name="list" value={list} />
    <TextField
      name="name"
      label="Name of the view"
      hint="Everyone in the organization sees it as a tab."
      value={name}
      error={error}
      maxLength={40}
    />
    <Actions>
      <Button>Save</Button>
      {error !== undefined && <LinkButton href={listAgain(path, list)}>Back to the list</LinkButton>}
    </Actions>
  </Form>
);

/** The form of a view on its own page, after a problem with its name. */
const SaveViewPage = ({
  place,
  list,
  name,
  problems,
}: {
  place: Place;
  list: string;
  name: string;
  problems: FormProblems;
}) => (
  <Screen place={place} here="Links" title="Save this view" styles={[LINKS_STYLE]}>
    <div class="sheet narrow">
      <SaveView
        path={`${place.base}/links`}
        list={list}
        name={name}
        error={problems.fields.get("name")}
        problem={problems.form}
      />
    </div>
  </Screen>
);
