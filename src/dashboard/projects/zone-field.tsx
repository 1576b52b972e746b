import { zoneWords } from "../charts/bucket-names.ts";

/** The zones that there are, by their continents and oceans; UTC is none of these. */
const REGIONS = Map.groupBy(
  Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/")),
  (name) => name.split("/")[0] ?? name,
);

/** A menu of all time zones, by the names of their cities. */
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
        That of most of your shoppers. Type the first letters of a city to find it.
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
