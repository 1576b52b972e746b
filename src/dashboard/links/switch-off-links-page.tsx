import type { LinkSummary } from "../../links/summarize-links.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Status } from "../labels/link-labels.tsx";
import { linksOf } from "../labels/link-words.ts";
import { SwitchingOff } from "../labels/switching-off.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { LINKS_STYLE } from "./links-style.ts";
import { listAgain } from "./list-query.ts";

/** Asks before several links are switched off, and says what will happen, and to how many. */
export const SwitchOffLinksPage = ({
  place,
  links,
  list,
  problems,
}: {
  place: Place;
  links: readonly LinkSummary[];
  /** The query of the list in which they were chosen. */
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
            <p>All of the chosen links are off already.</p>
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
