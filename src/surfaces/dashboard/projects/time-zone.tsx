import { changeTimeZone } from "../../../features/access/change-organization.ts";
import { readOrganization } from "../../../features/access/organization.ts";
import { requireOrganizationManager } from "../../../features/access/permissions.ts";
import { UTC } from "../../../ground/core/zone.ts";
import { zoneWords } from "../charts/bucket-names.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

/** Sets the time zone for counting the organization's visits. The member's own is suggested first. */
export const timeZone: FormScreen<string> = {
  fields: ["timeZone"],
  async load(c) {
    const { place, dependencies } = c.var;
    const { organizationId } = place.actor;
    requireOrganizationManager(place.actor, organizationId);
    const { timeZone } = await readOrganization(dependencies.db, organizationId);
    const likely = c.req.raw.cf?.timezone;
    return timeZone ?? (typeof likely === "string" ? likely : UTC.name);
  },
  page: (c, name, values, problems) => <TimeZonePage place={c.var.place} {...{ name, values, problems }} />,
  async save(c, values) {
    const { place, dependencies } = c.var;
    const { organizationId } = place.actor;
    await changeTimeZone(place.actor, { organizationId, timeZone: values.text("timeZone") }, dependencies);
    return seeOther(`${place.base}/settings?done=timeZone`);
  },
};

const TimeZonePage = ({
  place,
  name,
  values,
  problems,
}: {
  place: Place;
  name: string;
  values: FormValues;
  problems: FormProblems;
}) => {
  return (
    <Screen place={place} here="Settings" title="Time zone">
      <div class="sheet narrow">
        <p>Visits are counted by day and hour in this time zone. A change doesn't affect earlier visits.</p>
        <Form action={`${place.base}/time-zone`} problem={problems.form}>
          <ZoneField value={values.text("timeZone") || name} error={problems.fields.get("timeZone")} />
          <Actions>
            <Button>Save</Button>
            <LinkButton href={`${place.base}/settings`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** Time zones by continent and ocean, without UTC. */
const REGIONS = Map.groupBy(
  Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/")),
  (name) => name.split("/")[0] ?? name,
);

/** A menu of all time zones by city. */
export const ZoneField = ({ value, error }: { value: string; error: string | undefined }) => {
  const isListed = value === "UTC" || [...REGIONS.values()].some((names) => names.includes(value));
  const option = (name: string) => (
    <option value={name} selected={name === value}>
      {zoneWords({ name })}
    </option>
  );
  return (
    <div class="field">
      <label for="timeZone">Time zone</label>
      <p class="hint" id="timeZone-hint">
        The time zone of most of your shoppers. Type the first letters of a city to find it.
      </p>
      <select
        id="timeZone"
        name="timeZone"
        autofocus={error !== undefined}
        aria-describedby={error === undefined ? "timeZone-hint" : "timeZone-hint timeZone-error"}
        aria-invalid={error === undefined ? undefined : "true"}
      >
        {option("UTC")}
        {!isListed && option(value)}
        {Array.from(REGIONS, ([region, names]) => (
          <optgroup label={region}>{names.map(option)}</optgroup>
        ))}
      </select>
      {error !== undefined && (
        <p class="problem" id="timeZone-error">
          {error}
        </p>
      )}
    </div>
  );
};
