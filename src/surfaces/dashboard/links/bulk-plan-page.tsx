import { type ChangePlan, PART_SIZE } from "../../../features/links/edit-links.ts";
import type { LinksChange } from "../../../features/links/links-change.ts";
import { count as number } from "../charts/numbers.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import { Screen } from "../layout/layout.tsx";
import { EDIT_FIELDS, type EditProps, editPath, Selection } from "./bulk-edit-page.tsx";
import { BULK_EDIT_STYLE } from "./links-style.ts";

/** What a change would do, with a button that does it. */
export const PlanPage = ({
  place,
  values,
  change,
  plan,
  problem,
}: EditProps & { change: LinksChange; plan: ChangePlan; problem: string | undefined }) => {
  const { matching, examined, changing, impossible, names } = plan;
  const unchanged = examined - changing - impossible;
  const isPartial = examined < matching;
  const back = new URLSearchParams(values.entries);
  back.delete("step");
  back.delete("planned");
  const isSwitchOff = change.status === "inactive" && isStatusOnly(change);
  const verb = isSwitchOff ? "Switch off" : "Change";
  const canApply = changing > 0 || isPartial;
  const concerned = isPartial ? linksOf(matching) : linksOf(changing);
  return (
    <Screen
      place={place}
      here="Links"
      title={canApply ? `${verb} ${isPartial ? "up to " : ""}${concerned}?` : "Nothing to change"}
      styles={[BULK_EDIT_STYLE]}
    >
      <div class="sheet narrow">
        <Form action={editPath(place)} problem={problem}>
          <p>
            {linksOf(matching)} selected
            {isPartial && `. Of the newest ${number(examined)}: ${number(changing)} to change`}
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
          {canApply && <p class="hint">{undoHint(change, matching)}</p>}
          <Actions>
            {canApply && (
              <Button emphasis={change.status === "inactive" ? "danger" : "primary"}>
                {verb} {concerned}
              </Button>
            )}
            <LinkButton href={`${editPath(place)}?${back}`}>Back</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** How a change of several links is taken back, as far as that is possible. */
const undoHint = (change: LinksChange, matching: number): string =>
  `${matching > PART_SIZE ? "The change runs in the background, and you can stop it. " : ""}${
    isStatusOnly(change)
      ? "You can switch the links back later."
      : matching > PART_SIZE
        ? "You can undo it for 23 hours."
        : "Each link's history can restore it."
  }`;

const isStatusOnly = ({ status, ...others }: LinksChange): boolean =>
  status !== undefined && Object.keys(others).length === 0;

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
