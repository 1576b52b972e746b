import type { ChangePlan, PlannedValue } from "../../../features/links/edit-links.ts";
import { type LinksChange, PART_SIZE } from "../../../features/links/links-change.ts";
import { count as number } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { labelOf } from "../labels/form-labels.ts";
import { linksOf, SwitchingOff } from "../labels/link-labels.tsx";
import { valueText } from "../labels/values.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { EDIT_FIELDS, editPath, Selection } from "./bulk-edit-page.tsx";
import { isStatusOnly, UndoDeadline } from "./bulk-words.tsx";

const MAX_TEXT = 80;

/** What a change would do, with a button that does it. */
export const PlanPage = ({
  c,
  values,
  change,
  plan,
  problem,
}: {
  c: DashboardContext;
  values: FormValues;
  change: LinksChange;
  plan: ChangePlan;
  problem: string | undefined;
}) => {
  const { workspace, dependencies } = c.var;
  const now = dependencies.now();
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
      workspace={workspace}
      tab="Links"
      title={canApply ? `${verb} ${isPartial ? "up to " : ""}${concerned}?` : "Nothing to change"}
    >
      <div class="sheet narrow">
        <Form action={editPath(workspace)} problem={problem}>
          <p>
            {linksOf(matching)} selected
            {isPartial && `. Of the newest ${number(examined)}: ${number(changing)} to change`}
            {unchanged > 0 && `, ${number(unchanged)} unchanged`}
            {impossible > 0 && `, ${number(impossible)} can't be changed`}.
          </p>
          <PlannedValues values={plan.values} />
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
          {canApply && (
            <p class="hint">
              {matching > PART_SIZE && "The change runs in the background, and you can stop it. "}
              <UndoDeadline start={now} now={now} />
            </p>
          )}
          <Actions>
            {canApply && (
              <Button emphasis={change.status === "inactive" ? "danger" : "primary"}>
                {verb} {concerned}
              </Button>
            )}
            <LinkButton href={`${editPath(workspace)}?${back}`}>Back</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** How many values that are replaced by the same value are named. */
const MAX_REPLACED = 5;

/** The values that links would get, as in "UTM campaign: Autumn → Winter (195)". */
const PlannedValues = ({ values }: { values: ChangePlan["values"] }) => (
  <ul>
    {[...Map.groupBy(values.values(), ({ field, to }) => `${field} ${to ?? ""}`).values()].flatMap(
      (group) => {
        const all = group.toSorted((one, other) => other.links - one.links);
        const isLong = all.length > MAX_REPLACED && all[0]?.field !== "tags";
        const [named, others] = isLong
          ? [all.slice(0, MAX_REPLACED - 1), all.slice(MAX_REPLACED - 1)]
          : [all, []];
        const rest = others.reduce((sum, { links }) => sum + links, 0);
        return [
          ...named.map((value) => <PlannedLine {...value} />),
          ...others
            .slice(0, 1)
            .map((value) => <PlannedLine {...value} from={`${others.length} other values`} links={rest} />),
        ];
      },
    )}
  </ul>
);

const PlannedLine = ({ field, from, to, links }: PlannedValue) =>
  field === "tags" ? (
    <li>
      {to === undefined ? "Remove" : "Add"} the tag “<bdi>{String(to ?? from)}</bdi>” ({number(links)})
    </li>
  ) : (
    <li>
      {labelOf(field)}: <PlannedText field={field} value={from} /> →{" "}
      <strong>
        <PlannedText field={field} value={to} />
      </strong>{" "}
      ({number(links)})
    </li>
  );

const PlannedText = ({ field, value }: { field: string; value: unknown }) =>
  value === undefined ? (
    <span class="quiet">empty</span>
  ) : typeof value === "string" && field.startsWith("schedule.active") ? (
    <Time at={value} />
  ) : (
    <bdi>{valueText(field, value, MAX_TEXT)}</bdi>
  );
