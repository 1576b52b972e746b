import type { ListActivityInput } from "../../../features/access/list-activity.ts";
import type { Member } from "../../../features/access/member.ts";
import { visibleActivity } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import {
  ACTIVITY_OBJECTS,
  type ActivityActor,
  type ActivityObject,
} from "../../../features/writes/activity.ts";
import { DAY_MS } from "../../../ground/core/days.ts";
import { Actions, Button } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { projectOptions } from "../labels/project-options.ts";
import type { Workspace } from "../layout/context.ts";
import { fieldReader, oneOf, oneText, optionalText, typedIn } from "../layout/forms.ts";

const PARAMETERS = ["kind", "project", "actor", "from", "to"];

/** An actor as a parameter: type and id. */
export const actorParameter = ({ type, id }: ActivityActor): string => `${type}:${id}`;

const startOfDay = oneText.transform((text) => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
});

const readFilter = fieldReader({
  kind: oneOf(ACTIVITY_OBJECTS),
  project: optionalText,
  actor: oneText.transform((text): ActivityActor | undefined => {
    const [, type, id] = /^(api_key|member|job):(.+)$/.exec(text) ?? [];
    // The pattern allows only these types.
    return type && id ? { type: type as ActivityActor["type"], id } : undefined;
  }),
  from: startOfDay,
  // The start of the next day, so that the period includes the day.
  to: startOfDay.transform((start) => start && new Date(start.getTime() + DAY_MS)),
});

/** The filter of a URL. Invalid parameters are ignored. */
export function activityFilter(query: URLSearchParams): Omit<ListActivityInput, "limit" | "cursor"> {
  const { project: projectId, ...filter } = readFilter(query);
  return { ...filter, projectId };
}

/** The filter as a query, for links to other pages. */
export const filterQuery = (query: URLSearchParams): string => typedIn(query, PARAMETERS).toString();

/** The form of the filters. */
export const Filters = ({
  workspace,
  query,
  projects,
  members,
}: {
  workspace: Workspace;
  query: URLSearchParams;
  projects: readonly Project[];
  members: readonly Member[];
}) => (
  <details class="activity-filters" open={filterQuery(query) !== ""}>
    <summary>Filters</summary>
    <form method="get" action={`${workspace.base}/activity`} class="filters" data-apply="" autocomplete="off">
      <SelectField
        name="kind"
        label="Kind"
        value={query.get("kind") ?? ""}
        options={[
          { value: "", label: "Everything" },
          ...visibleActivity(workspace.actor).map((kind) => ({ value: kind, label: KINDS[kind] })),
        ]}
      />
      <SelectField
        name="project"
        label="Project"
        value={query.get("project") ?? ""}
        options={projectOptions(projects)}
      />
      <TextField name="from" label="From" type="date" value={query.get("from") ?? ""} />
      <TextField name="to" label="To" type="date" value={query.get("to") ?? ""} />
      <WhoField query={query} members={members} />
      <Actions>
        <Button emphasis="plain">Filter</Button>
        {filterQuery(query) !== "" && <a href={`${workspace.base}/activity`}>Clear</a>}
      </Actions>
    </form>
  </details>
);

/** Filters by actor. An actor who is not in the menu stays selected. */
function WhoField({ query, members }: { query: URLSearchParams; members: readonly Member[] }) {
  const value = query.get("actor") ?? "";
  const people = members.map(({ id, email }) => ({
    value: actorParameter({ type: "member", id }),
    label: email,
  }));
  if (people.length === 0) return value ? <input type="hidden" name="actor" value={value} /> : null;
  const isOther = value !== "" && !people.some((person) => person.value === value);
  const options = [{ value: "", label: "Everybody" }, ...people];
  if (isOther) options.push({ value, label: "As selected" });
  return <SelectField name="actor" label="Who" value={value} options={options} />;
}

/** The names of the kinds of objects. */
export const KINDS: Readonly<Record<ActivityObject, string>> = {
  link: "Link",
  qr_code: "QR code",
  project: "Project",
  code_style: "Code style",
  organization: "Organization",
  domain: "Domain",
  api_key: "API key",
  member: "Member",
  shared_report: "Shared report",
  webhook: "Webhook",
  export: "Export",
  day_note: "Note on a day",
};
