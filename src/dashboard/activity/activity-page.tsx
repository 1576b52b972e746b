import type { Member } from "../../access/member.ts";
import { mayExport, mayManageKeys, mayManageMembers, visibleActivity } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import type { ActivityObject, NamedActor } from "../../audit/activity.ts";
import type { ListedActivity } from "../../audit/activity-list-store.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Address } from "../components/address.tsx";
import { Time } from "../components/facts.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import { Changes } from "../labels/changes.tsx";
import { nameless } from "../labels/nameless.ts";
import { projectOptions } from "../labels/project-options.ts";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { actorParameter, filterQuery } from "./activity-filter.ts";

/** The kinds of objects as people say it. */
const KINDS: Readonly<Record<ActivityObject, string>> = {
  link: "Link",
  qr_code: "QR code",
  project: "Project",
  code_style: "Code style",
  organization: "Organization",
  domain: "Domain",
  api_key: "API key",
  member: "Member",
  saved_view: "Saved view",
  shared_report: "Shared report",
  export: "Export",
};

/** Who did what and when, newest first. `query` holds the filters. */
export const ActivityPage = ({
  place,
  entries,
  query,
  projects,
  members,
  pages,
}: {
  place: Place;
  entries: readonly ListedActivity[];
  query: URLSearchParams;
  projects: readonly Project[];
  /** The members by whom entries can be filtered. */
  members: readonly Member[];
  pages: { first: string | null; next: string | null };
}) => {
  const path = `${place.base}/activity`;
  return (
    <Screen place={place} here="Activity" title="Activity" scripts={["apply"]}>
      <Filters place={place} query={query} projects={projects} members={members} />
      {entries.length > 0 ? (
        <Table
          caption="Activity, newest first"
          columns={[{ label: "What" }, { label: "Changes" }, { label: "Who" }, { label: "When" }]}
          rows={entries.map((entry) => [
            <Subject place={place} entry={entry} />,
            <div class="changes">
              <Changes changes={entry.changes} />
            </div>,
            <Who place={place} actor={entry.actor} />,
            <Time at={entry.at} />,
          ])}
        />
      ) : (
        <Empty
          title={pages.next ? "Nothing found so far" : "Nothing here"}
          action={pages.next ? null : <LinkButton href={path}>Show all activity</LinkButton>}
        >
          {pages.next
            ? "Few entries fit this filter. The next page goes on with earlier ones."
            : "Every change of a link, code, key, project or member is listed here, with who made it."}
        </Empty>
      )}
      <Paging first={pages.first} next={pages.next} />
    </Screen>
  );
};

const Filters = ({
  place,
  query,
  projects,
  members,
}: {
  place: Place;
  query: URLSearchParams;
  projects: readonly Project[];
  members: readonly Member[];
}) => (
  <details class="activity-filters" open={filterQuery(query) !== ""}>
    <summary>Filters</summary>
    <form method="get" action={`${place.base}/activity`} class="filters" data-apply="">
      <SelectField
        name="kind"
        label="Kind"
        value={query.get("kind") ?? ""}
        options={[
          { value: "", label: "Everything" },
          ...visibleActivity(place.actor).map((kind) => ({ value: kind, label: KINDS[kind] })),
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
        {filterQuery(query) !== "" && <a href={`${place.base}/activity`}>Clear</a>}
      </Actions>
    </form>
  </details>
);

/** Who acted. Where the person may not see the members, or it is none of them, the filter stays as it is. */
function WhoField({ query, members }: { query: URLSearchParams; members: readonly Member[] }) {
  const value = query.get("actor") ?? "";
  const people = members.map(({ id, email }) => ({
    value: actorParameter({ type: "member", id }),
    label: email,
  }));
  if (people.length === 0) return value ? <input type="hidden" name="actor" value={value} /> : null;
  const isOther = value !== "" && !people.some((person) => person.value === value);
  const options = [{ value: "", label: "Everybody" }, ...people];
  if (isOther) options.push({ value, label: "As chosen" });
  return <SelectField name="actor" label="Who" value={value} options={options} />;
}

/** Who acted, as a link that shows everything this one did. */
const Who = ({ place, actor }: { place: Place; actor: NamedActor }) => {
  const filter = `${place.base}/activity?actor=${encodeURIComponent(actorParameter(actor))}`;
  if (actor.type === "job")
    return <a href={filter}>{actor.id.startsWith("npm ") ? "Command line" : "The service"}</a>;
  const kind = actor.type === "api_key" ? "API key " : "";
  return (
    <a href={filter}>
      {actor.name === null ? (
        nameless(place.actor, actor.id)
      ) : (
        <>
          {kind}
          {actor.type === "member" ? <Address text={actor.name} /> : <bdi>{actor.name}</bdi>}
        </>
      )}
    </a>
  );
};

/** What was changed, as a link to its page where it has one. */
const Subject = ({ place, entry }: { place: Place; entry: ListedActivity }) => {
  const { object } = entry;
  const text = object.name ?? object.id;
  const name = object.type === "member" ? <Address text={text} /> : <bdi>{text}</bdi>;
  const path = pathOf(place, entry);
  return (
    <>
      {path ? <a href={place.base + path}>{name}</a> : name}
      <br />
      <small>{KINDS[object.type]}</small>
    </>
  );
};

/** The page of what was changed, below the organization; null where it has none, or none any more. */
function pathOf({ actor }: Place, { object, linkId }: ListedActivity): string | null {
  if (object.name === null) return null;
  switch (object.type) {
    case "project":
    case "code_style":
      return `/projects/${encodeURIComponent(object.id)}`;
    case "api_key":
      return mayManageKeys(actor) ? `/keys/${object.id}` : null;
    case "member":
      return mayManageMembers(actor) ? `/members/${object.id}` : null;
    case "link":
    case "qr_code":
      return linkId && `/links/${linkId}`;
    case "shared_report":
      return "/visits/shared";
    case "export":
      return mayExport(actor) ? "/exports" : null;
    default:
      return null;
  }
}
