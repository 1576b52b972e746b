import { Actions, Button, Hidden, LinkButton } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { ProblemNotice } from "../components/notice.tsx";
import { labelOf } from "../labels/form-labels.ts";
import { linksOf } from "../labels/link-labels.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { TAG_SUGGESTIONS } from "./filters.tsx";
import { listAgain } from "./list-query.ts";

export const UTM_FIELDS = ["source", "medium", "campaign", "term", "content"] as const;
export const EDIT_FIELDS = [
  "status",
  "addTags",
  "removeTags",
  ...UTM_FIELDS.map((name) => `utm.${name}`),
  "activeFrom",
  "activeUntil",
  "clear",
];

/** The selected links and these fields as hidden fields. */
export const Selection = ({ values, fields }: { values: FormValues; fields: readonly string[] }) => (
  <Hidden values={Object.fromEntries(["list", "link", ...fields].map((name) => [name, values.all(name)]))} />
);

export const editPath = ({ base }: Workspace): string => `${base}/links/bulk-edit`;

/** The form of a change of `count` links. It is sent with GET, because the plan changes nothing. */
export async function bulkEditPage(
  c: DashboardContext,
  values: FormValues,
  problems: FormProblems,
  count: number,
): Promise<Markup> {
  const { workspace, dependencies } = c.var;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  const text = (name: string) => ({ name, value: values.text(name), error: problems.fields.get(name) });
  const cleared = values.all("clear");
  return (
    <Screen workspace={workspace} tab="Links" title={`Edit ${linksOf(count)}`} scripts={["choose"]}>
      <ProblemNotice text={problems.form} />
      <datalist id={TAG_SUGGESTIONS} data-tags={`${workspace.base}/tags`} />
      <form method="get" action={editPath(workspace)} class="form sheet narrow" autocomplete="off">
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
        <div class="filters">
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
        <div class="filters">
          {UTM_FIELDS.map((name) => (
            <TextField {...text(`utm.${name}`)} label={labelOf(`tracking.utm.${name}`)} />
          ))}
        </div>
        <Clear value="utm" label="Remove all UTM values" checked={cleared.includes("utm")} />
        <div class="filters">
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
          <LinkButton href={listAgain(`${workspace.base}/links`, values.text("list"))}>Cancel</LinkButton>
        </Actions>
      </form>
    </Screen>
  );
}

const Clear = ({ value, label, checked }: { value: string; label: string; checked: boolean }) => (
  <div class="field">
    <label class="choice">
      <input type="checkbox" name="clear" value={value} checked={checked} />
      <span>{label}</span>
    </label>
  </div>
);
