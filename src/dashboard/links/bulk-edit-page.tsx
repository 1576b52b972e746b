import type { Zone } from "../../core/zone.ts";
import { type ChangePlan, MAX_MATCHING_LINKS } from "../../links/edit-links.ts";
import type { LinksChange } from "../../links/links-change.ts";
import { count as number } from "../charts/numbers.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { labelOf } from "../labels/form-labels.ts";
import { linksOf } from "../labels/link-labels.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { TAG_SUGGESTIONS } from "./filters.tsx";
import { LINKS_STYLE } from "./links-style.ts";
import { listAgain } from "./list-query.ts";

/** The UTM values that can be set. */
export const UTM_FIELDS = ["source", "medium", "campaign", "term", "content"] as const;
/** The fields of the change. */
export const EDIT_FIELDS = [
  "status",
  "addTags",
  "removeTags",
  ...UTM_FIELDS.map((name) => `utm.${name}`),
  "activeFrom",
  "activeUntil",
  "clear",
];

interface EditProps {
  place: Place;
  values: FormValues;
}

/** The selected links as hidden fields. */
const Selection = ({ values, fields }: { values: FormValues; fields: readonly string[] }) => (
  <>
    {["list", "link", ...fields].flatMap((name) =>
      values.all(name).map((value) => <input type="hidden" name={name} value={value} />),
    )}
  </>
);

const pathOf = ({ base }: Place): string => `${base}/links/bulk-edit`;

/** The form of a change of several links. It is sent with GET, because the plan that it leads to changes nothing. */
export const BulkEditPage = ({
  place,
  values,
  problems,
  count: { matching, isComplete },
  zone,
}: EditProps & {
  problems: FormProblems;
  count: Pick<ChangePlan, "matching" | "isComplete">;
  zone: Zone;
}) => {
  const text = (name: string) => ({ name, value: values.text(name), error: problems.fields.get(name) });
  const cleared = values.all("clear");
  return (
    <Screen
      place={place}
      here="Links"
      title={`Edit ${isComplete ? linksOf(matching) : `more than ${linksOf(MAX_MATCHING_LINKS)}`}`}
      styles={[LINKS_STYLE]}
      scripts={["choose"]}
    >
      {!isComplete && <TooMany />}
      {problems.form && (
        <Notice kind="problem" focus>
          {problems.form}
        </Notice>
      )}
      <datalist id={TAG_SUGGESTIONS} data-tags={`${place.base}/tags`} />
      <form method="get" action={pathOf(place)} class="form sheet narrow bulk-edit">
        <p class="hint">Empty fields stay the same. You see a plan before anything changes.</p>
        <Selection values={values} fields={[]} />
        <SelectField
          {...text("status")}
          label="Status"
          options={[
            { value: "", label: "Keep" },
            { value: "active", label: "On" },
            { value: "inactive", label: "Off" },
          ]}
        />
        <div class="pair">
          <TextField
            {...text("addTags")}
            label="Add tags"
            hint="Separated by commas."
            list={TAG_SUGGESTIONS}
          />
          <TextField
            {...text("removeTags")}
            label="Remove tags"
            hint="Separated by commas."
            list={TAG_SUGGESTIONS}
          />
        </div>
        <div class="pair">
          {UTM_FIELDS.map((name) => (
            <TextField {...text(`utm.${name}`)} label={labelOf(`tracking.utm.${name}`)} />
          ))}
        </div>
        <Clear value="utm" label="Remove all UTM values" checked={cleared.includes("utm")} />
        <div class="pair">
          {(["activeFrom", "activeUntil"] as const).map((name) => (
            <TextField
              {...text(name)}
              label={`${labelOf(`schedule.${name}`)} (${zone.name})`}
              type="datetime-local"
              placeholder="2026-12-01 09:00"
            />
          ))}
        </div>
        <Clear value="schedule" label="Remove the schedule" checked={cleared.includes("schedule")} />
        <Actions>
          <Button name="step" value="plan">
            Review changes
          </Button>
          <LinkButton href={listAgain(`${place.base}/links`, values.text("list"))}>Cancel</LinkButton>
        </Actions>
      </form>
    </Screen>
  );
};

const Clear = ({ value, label, checked }: { value: string; label: string; checked: boolean }) => (
  <div class="field">
    <label class="choice">
      <input type="checkbox" name="clear" value={value} checked={checked} />
      <span>{label}</span>
    </label>
  </div>
);

const TooMany = () => (
  <Notice kind="warn">
    You can edit up to {number(MAX_MATCHING_LINKS)} links together. Add a filter to the list first.
  </Notice>
);

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
  const canApply = isComplete && changing > 0;
  return (
    <Screen
      place={place}
      here="Links"
      title={canApply ? `Change ${linksOf(changing)}?` : "Nothing to change"}
      styles={[LINKS_STYLE]}
    >
      {!isComplete && <TooMany />}
      <div class="sheet narrow">
        <Form action={pathOf(place)} problem={problem}>
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
                Change {linksOf(changing)}
              </Button>
            )}
            <LinkButton href={`${pathOf(place)}?${back}`}>Back</LinkButton>
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
      styles={[LINKS_STYLE]}
      scripts={problem === undefined ? ["continue"] : []}
    >
      <div class="sheet narrow">
        <Form action={pathOf(place)} problem={problem}>
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
