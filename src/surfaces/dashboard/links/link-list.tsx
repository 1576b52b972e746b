import { findProductDetails } from "../../../features/availability/product-details.ts";
import { chosenLinks } from "../../../features/links/summarize-links.ts";
import { getLinkPeople } from "../../../features/visits/link-people.ts";
import { productsOf } from "../labels/products.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import { codeImages } from "../layout/code-images.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen, incompleteForm } from "../layout/form-screen.ts";
import { type FormValues, NO_PROBLEMS, searchOf } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { LIST_NOTICES } from "../panels/panels.ts";
import { BULK_FIELDS, type BulkInput, changeChosen, doneIn, planQuery } from "./bulk.ts";
import { ALL_MATCHING, TAG_FIELD } from "./bulk-bar.tsx";
import { type BulkState, LinkListPage } from "./link-list-page.tsx";
import { listQuery } from "./list-query.ts";
import { readPage } from "./read-page.ts";

const NOTHING_CHOSEN: BulkState = { chosen: [], tag: "", problems: NO_PROBLEMS };

/** The list of links. */
export async function showLinks(c: DashboardContext): Promise<Response> {
  const search = searchOf(c);
  const status = listQuery(search).filters ? 200 : 400;
  return pageResponse(await listMarkup(c, search, NOTHING_CHOSEN), status);
}

/** Does the bulk action of the pressed button. If it fails, the list is shown again. */
export const changeLinks = formScreen({
  fields: BULK_FIELDS,
  marked: ["link", TAG_FIELD],
  load() {},
  page: (c, _, values, problems) =>
    listMarkup(c, new URLSearchParams(values.text("list")), {
      chosen: values.all("link"),
      tag: values.text(TAG_FIELD),
      problems,
    }),
  save: act,
});

async function act(c: DashboardContext, input: BulkInput, form: FormValues): Promise<Response> {
  const path = `${c.var.workspace.base}/links`;
  const { action, link, list } = input;
  if (!action) throw incompleteForm();
  const isAll = input[ALL_MATCHING] !== "";
  // Switching off and changes of the whole list need a confirmation.
  if (action === "switch_off" || action === "edit" || (isAll && action !== "export")) {
    const linkIds = isAll ? [] : chosenLinks(link);
    return seeOther(`${path}/bulk-edit?${planQuery(input, action, linkIds)}`);
  }
  if (action !== "export") return changeChosen(c, input, action, form);
  const search = new URLSearchParams(
    isAll ? [["list", list]] : chosenLinks(link).map((id): [string, string] => ["link", id]),
  );
  return seeOther(`${path}/export?${search}`);
}

async function listMarkup(c: DashboardContext, search: URLSearchParams, state: BulkState) {
  const { workspace, dependencies, origins } = c.var;
  const query = listQuery(search);
  const [page, projects, notices] = await Promise.all([
    readPage(c, query),
    openProjects(workspace, dependencies),
    Promise.all(LIST_NOTICES.map((notice) => notice(c))),
  ]);
  const links = page.links.map(({ link }) => link);
  const projectIds = links.map(({ projectId }) => projectId);
  const [people, images, details] = await Promise.all([
    getLinkPeople(workspace.actor, { links }, dependencies),
    codeImages(workspace.actor.organizationId, projectIds, dependencies),
    findProductDetails(
      links.flatMap((link) => productsOf(link).slice(0, 1)),
      0,
      dependencies,
    ),
  ]);
  return (
    <LinkListPage
      workspace={workspace}
      query={query}
      page={page}
      people={people}
      images={images}
      details={details}
      projects={projects}
      notices={notices}
      origins={origins}
      state={state}
      done={doneIn(search)}
      now={dependencies.now()}
    />
  );
}
