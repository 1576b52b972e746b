import { requireScope } from "../../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../links/change-link.ts";
import type { LinkSummary } from "../../links/summarize-links.ts";
import { summarizeLinks } from "../../links/summarize-links.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { linksOf, Status } from "../labels/link-labels.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS, submit } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { changeChosen } from "./bulk.ts";
import { LINKS_STYLE } from "./links-style.ts";
import { listAgain } from "./list-query.ts";

/** Asks for confirmation before the links in the URL are switched off. */
export async function askToSwitchOff(c: DashboardContext): Promise<Response> {
  requireScope(c.var.place.actor, CHANGE_LINK_SCOPE);
  const list = c.req.query("list") ?? "";
  return pageResponse(await switchOffPage(c, c.req.queries("link") ?? [], list, NO_PROBLEMS));
}

/** Switches off the links in the form. Their ids would be too long for the form's URL. */
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

/** Asks for confirmation before several links are switched off. */
export const SwitchOffLinksPage = ({
  place,
  links,
  list,
  problems,
}: {
  place: Place;
  links: readonly LinkSummary[];
  /** The query of the list. */
  list: string;
  problems: FormProblems;
}) => {
  const path = `${place.base}/links`;
  const active = links.filter(({ status }) => status === "active");
  const count = active.length;
  const title = count === 0 ? "Nothing to switch off" : `Switch off ${linksOf(count)}?`;
  return (
    <Screen place={place} here="Links" title={title} styles={[LINKS_STYLE]}>
      <div class="sheet narrow">
        {count === 0 ? (
          <>
            <p>All selected links are already off.</p>
            <LinkButton href={listAgain(path, list)}>Back to the list</LinkButton>
          </>
        ) : (
          <Form action={`${path}/switch-off`} problem={problems.form}>
            <SwitchingOff several={count > 1} />
            <ul class="chosen">
              {links.map((link) => (
                <li>
                  <bdi>{link.name}</bdi> {link.status === "inactive" && <Status link={link} />}
                </li>
              ))}
            </ul>
            {active.map(({ id }) => (
              <input type="hidden" name="link" value={id} />
            ))}
            <input type="hidden" name="list" value={list} />
            <Actions>
              <Button emphasis="danger">Switch off {linksOf(count)}</Button>
              <LinkButton href={listAgain(path, list)}>
                {count === 1 ? "Keep it on" : "Keep them on"}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </div>
    </Screen>
  );
};
