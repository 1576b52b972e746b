import { changeTimeZone } from "../../../features/access/manage-organizations.ts";
import { readOrganization } from "../../../features/access/organization.ts";
import { requireOrganizationManager } from "../../../features/access/permissions.ts";
import { UTC } from "../../../ground/core/zone.ts";
import { formPage } from "../components/form-page.tsx";
import { likelyZone, type ZoneName, zoneName, zonesByRegion } from "../labels/zone-names.ts";
import { oneText } from "../layout/forms.ts";

/** Sets the time zone for counting the organization's visits. The member's own is suggested first. */
export const timeZone = formPage({
  tab: "Time zone",
  title: "Time zone",
  fields: { timeZone: oneText, from: oneText },
  async load(c) {
    const { workspace, dependencies } = c.var;
    const { organizationId } = workspace.actor;
    requireOrganizationManager(workspace.actor, organizationId);
    const { timeZone } = await readOrganization(dependencies.db, organizationId);
    return timeZone ?? likelyZone(c.req.raw) ?? UTC.name;
  },
  messages: { changed: "The time zone was changed. It takes effect within ten seconds." },
  intro: () => (
    <p>
      Visits are counted by day and hour in this time zone, and people read times in it: you, your shoppers
      and the readers of reports. A change doesn't affect earlier visits.
    </p>
  ),
  content: ({ field }, name) => {
    const { value, error } = field("timeZone");
    return <ZoneField value={value || name} error={error} />;
  },
  button: "Save",
  back: "",
  async save(c, { timeZone, from }) {
    const { actor } = c.var.workspace;
    const { organizationId } = actor;
    await changeTimeZone(actor, { organizationId, timeZone }, c.var.dependencies);
    return from === "overview" ? "" : "/time-zone?done=changed";
  },
});

const REGIONS = zonesByRegion();

/** A menu of all time zones by city. */
const ZoneField = ({ value, error }: { value: string; error: string | undefined }) => {
  const isListed = value === "UTC" || [...REGIONS.values()].flat().some(({ name }) => name === value);
  const option = ({ name, label }: ZoneName) => (
    <option value={name} selected={name === value}>
      {label}
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
        {option(zoneName(UTC.name))}
        {!isListed && option(zoneName(value))}
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
