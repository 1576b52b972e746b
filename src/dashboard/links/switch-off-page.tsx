import type { Link } from "../../links/link.ts";
import type { LinkSummary } from "../../links/summarize-links.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../context.ts";
import type { FormProblems } from "../forms.ts";
import { Screen } from "../layout.tsx";
import { Status } from "./link-table.tsx";
import { linksOf } from "./link-words.ts";
import { listAgain } from "./list-query.ts";

/** What happens to shoppers when links are switched off. */
export const SwitchingOff = ({ several }: { several: boolean }) => (
  <>
    <p>
      Whoever scans a printed code of {several ? "these links" : "this link"}, or opens{" "}
      {several ? "their short links" : "its short link"}, will see a page that says “no longer active”, within
      about a minute.
    </p>
    <p>
      Codes, addresses and visits are kept. You can switch {several ? "the links" : "it"} on again at any
      time.
    </p>
  </>
);

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
    <Screen place={place} here="Links" title={title}>
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

/** Asks before a link is switched off, and says what will happen. */
export const SwitchOffLinkPage = ({
  place,
  link,
  problems,
}: {
  place: Place;
  link: Link;
  problems: FormProblems;
}) => {
  const path = `${place.base}/links/${link.id}`;
  return (
    <Screen place={place} here="Links" title="Switch off this link?">
      <div class="sheet narrow">
        <Form action={`${path}/switch-off`} problem={problems.form}>
          <p>
            <strong>
              <bdi>{link.name}</bdi>
            </strong>
          </p>
          <SwitchingOff several={false} />
          <Actions>
            <Button emphasis="danger">Switch it off</Button>
            <LinkButton href={path}>Keep it on</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
