import { requireScope } from "../../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../links/change-link.ts";
import { summarizeLinks } from "../../links/summarize-links.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS, submit } from "../layout/forms.ts";
import { changeChosen } from "./bulk.ts";
import { SwitchOffLinksPage } from "./switch-off-links-page.tsx";

/** Asks before the links that the address names are switched off. */
export async function askToSwitchOff(c: DashboardContext): Promise<Response> {
  requireScope(c.var.place.actor, CHANGE_LINK_SCOPE);
  const list = c.req.query("list") ?? "";
  return pageResponse(await switchOffPage(c, c.req.queries("link") ?? [], list, NO_PROBLEMS));
}

/** Switches the links off that the form names, as the address of the page is too long for a form's. */
export const switchOff = (c: DashboardContext): Promise<Response> =>
  submit(
    c,
    [],
    (values) => changeChosen(c, values, "switch_off"),
    (values, problems) => switchOffPage(c, values.all("link"), values.text("list"), problems),
  );

async function switchOffPage(
  c: DashboardContext,
  linkIds: readonly string[],
  list: string,
  problems: FormProblems,
) {
  const { place, dependencies } = c.var;
  const links = await summarizeLinks(place.actor, { linkIds }, dependencies);
  return <SwitchOffLinksPage place={place} links={links} list={list} problems={problems} />;
}
