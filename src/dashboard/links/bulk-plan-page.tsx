import type { ChangePlan } from "../../links/edit-links.ts";
import type { LinksChange } from "../../links/links-change.ts";
import { count as number } from "../charts/numbers.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import { Screen } from "../layout/layout.tsx";
import { EDIT_FIELDS, type EditProps, editPath, Selection, TooMany } from "./bulk-edit-page.tsx";
import { BULK_EDIT_STYLE } from "./links-style.ts";
import { listAgain } from "./list-query.ts";

/** What a change would do, with a button that does it. */
export const PlanPage = ({
  place,
  values,
  change,
  plan,
  problem,
}: EditProps & { change: LinksChange; plan: ChangePlan; problem: string | undefined }) => {
  const { matching, changing, impossible, isComplete, names } = plan;
  const unchanged = matching - changing - impossible;
  const back = new URLSearchParams(values.entries);
  back.delete("step");
  back.delete("planned");
  const isSwitchOff = change.status === "inactive" && Object.keys(change).length === 1;
  const verb = isSwitchOff ? "Switch off" : "Change";
  const canApply = isComplete && changing > 0;
  return (
    <Screen
      place={place}
      here="Links"
      title={canApply ? `${verb} ${linksOf(changing)}?` : "Nothing to change"}
      styles={[BULK_EDIT_STYLE]}
    >
      {!isComplete && <TooMany />}
      <div class="sheet narrow">
        <Form action={editPath(place)} problem={problem}>
          <p>
            {linksOf(matching)} selected
            {unchanged > 0 && `, ${number(unchanged)} unchanged`}
            {impossible > 0 && `, ${number(impossible)} can't be changed`}.
          </p>
          <ul class="plan">
            {partsOf(change, plan).map(([text, links]) => (
              <li>
                {text}: <strong>{linksOf(links)}</strong>
              </li>
            ))}
          </ul>
          {names.length > 0 && (
            <p class="quiet">
              {names.map((name, index) => (
                <>
                  {index > 0 && ", "}
                  <bdi>{name}</bdi>
                </>
              ))}
              {changing > names.length && ` and ${number(changing - names.length)} more`}
            </p>
          )}
          {change.status === "inactive" && canApply && <SwitchingOff several={changing > 1} />}
          <Selection values={values} fields={["planned", ...EDIT_FIELDS]} />
          <input type="hidden" name="total" value={String(matching)} />
          <Actions>
            {canApply && (
              <Button emphasis={change.status === "inactive" ? "danger" : "primary"}>
                {verb} {linksOf(changing)}
              </Button>
            )}
            <LinkButton href={`${editPath(place)}?${back}`}>Back</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** Each part of a change with the number of links that it concerns. */
function partsOf(
  { status, addTags = [], removeTags = [], utm, schedule }: LinksChange,
  { parts }: ChangePlan,
): [string, number][] {
  const listed = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(", ");
  const all: [string | false, number][] = [
    [status !== undefined && (status === "active" ? "Switch on" : "Switch off"), parts.status],
    [addTags.length > 0 && `Add ${listed(addTags)}`, parts.addTags],
    [removeTags.length > 0 && `Remove ${listed(removeTags)}`, parts.removeTags],
    [utm !== undefined && (utm === null ? "Remove UTM values" : "Set UTM values"), parts.utm],
    [
      schedule !== undefined && (schedule === null ? "Remove the schedule" : "Set the schedule"),
      parts.schedule,
    ],
  ];
  return all.flatMap(([text, links]): [string, number][] => (text === false ? [] : [[text, links]]));
}

/** How far a change is, with a button that continues it. A script presses the button. */
export const ProgressPage = ({ place, values, problem }: EditProps & { problem: string | undefined }) => {
  const count = Number(values.text("count"));
  return (
    <Screen
      place={place}
      here="Links"
      title={`${linksOf(count)} changed so far`}
      styles={[BULK_EDIT_STYLE]}
      scripts={problem === undefined ? ["continue"] : []}
    >
      <div class="sheet narrow">
        <Form action={editPath(place)} problem={problem}>
          <p role="status">The change continues with 50 links at a time. Keep this page open.</p>
          <progress max={values.text("total")} value={String(count)} aria-label="Changed links" />
          <Selection
            values={values}
            fields={["planned", "total", "cursor", "count", "failed", ...EDIT_FIELDS]}
          />
          <Actions>
            <Button>Continue</Button>
            <LinkButton href={listAgain(`${place.base}/links`, values.text("list"))}>Stop here</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
