import { Hono } from "hono";
import { listActivity, MAX_ACTIVITIES_PER_PAGE } from "../../../features/access/list-activity.ts";
import { listMembers, MAX_MEMBERS_PER_PAGE } from "../../../features/access/list-members.ts";
import type { Member } from "../../../features/access/member.ts";
import { mayExport, mayManageKeys, mayManageMembers } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import type { FieldChange, NamedActor } from "../../../features/writes/activity.ts";
import type { ListedActivity } from "../../../features/writes/activity-list-store.ts";
import { LinkButton } from "../components/actions.tsx";
import { dateText } from "../components/dates.ts";
import { Address, Time } from "../components/facts.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import { Changes, nameless } from "../labels/changes.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardEnv, Workspace } from "../layout/context.ts";
import { cursorIn, PAGE_SIZE, searchOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import css from "./activity.css";
import { activityFilter, actorParameter, Filters, filterQuery, KINDS } from "./activity-filter.tsx";
import { type ActivityGroup, grouped, sentenceOf } from "./sentences.ts";

const ACTIVITY_STYLE = stylesheet(css);

/** Who did what and when, in sentences, newest first. `query` holds the filters. */
export const ActivityPage = ({
  workspace,
  groups,
  query,
  projects,
  members,
  pages,
}: {
  workspace: Workspace;
  groups: readonly ActivityGroup[];
  query: URLSearchParams;
  projects: readonly Project[];
  members: readonly Member[];
  pages: { first: string | null; next: string | null };
}) => {
  const path = `${workspace.base}/activity`;
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return (
    <Screen
      workspace={workspace}
      tab="Activity"
      title="Activity"
      scripts={["apply"]}
      styles={[ACTIVITY_STYLE]}
    >
      <Filters workspace={workspace} query={query} projects={projects} members={members} />
      {groups.length > 0 ? (
        <Table
          caption="Activity, newest first"
          columns={["What happened", "When"]}
          rows={groups.map((group) => [
            <div class="happened">
              <Happened {...{ workspace, group, names }} />
            </div>,
            <Time at={group.entries[0].at} />,
          ])}
        />
      ) : (
        <Empty
          title={pages.next ? "Nothing found yet" : "Nothing here"}
          action={pages.next ? null : <LinkButton href={path}>Show all activity</LinkButton>}
        >
          {pages.next
            ? "Few entries match this filter. Continue with earlier ones."
            : "Every change of a link, code, key, project or member appears here, with who made it."}
        </Empty>
      )}
      <Paging first={pages.first} next={pages.next} />
    </Screen>
  );
};

/** The actor, as a link to everything they did. */
const Who = ({ workspace, actor }: { workspace: Workspace; actor: NamedActor }) => {
  const filter = `${workspace.base}/activity?actor=${encodeURIComponent(actorParameter(actor))}`;
  if (actor.type === "job")
    return <a href={filter}>{actor.id.startsWith("npm ") ? "The command line" : "The service"}</a>;
  const kind = actor.type === "api_key" ? "API key " : "";
  return (
    <a href={filter}>
      {actor.name === null ? (
        nameless(workspace.actor, actor.id)
      ) : (
        <>
          {kind}
          {actor.type === "member" ? <Address text={actor.name} /> : <bdi>{actor.name}</bdi>}
        </>
      )}
    </a>
  );
};

interface HappenedProps {
  workspace: Workspace;
  group: ActivityGroup;
  /** The names of projects by id. */
  names: ReadonlyMap<string, string>;
}

/** One action in a sentence. An action on many links opens to show each. */
const Happened = ({ workspace, group, names }: HappenedProps) => {
  const { sentence, entries } = group;
  const [entry, ...others] = entries;
  const { verb, from, rest } = sentence;
  if (others.length === 0)
    return (
      <>
        <Who workspace={workspace} actor={entry.actor} /> {verb}{" "}
        {from !== undefined && (
          <>
            <bdi>{from}</bdi> to{" "}
          </>
        )}
        <Subject workspace={workspace} entry={entry} />
        {rest}
        <Details details={sentence.details} names={names} />
      </>
    );
  const noun = entry.object.type === "link" ? "links" : "codes";
  return (
    <>
      <Who workspace={workspace} actor={entry.actor} /> {verb.replace(/ the (link|code)$/, "")}{" "}
      {entries.length} {noun}
      {rest}
      <details>
        <summary>Show all {entries.length}</summary>
        <ul class="changes">
          {entries.map((each) => (
            <li>
              <Subject workspace={workspace} entry={each} />
              <Details details={sentenceOf(each).details} names={names} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};

const Details = ({ details, names }: { details: readonly FieldChange[] } & Pick<HappenedProps, "names">) =>
  details.length === 0 ? null : (
    <div class="changes">
      <Changes changes={details.map((change) => withNames(change, names))} />
    </div>
  );

/** A change with the names of projects instead of their ids. */
function withNames(change: FieldChange, names: ReadonlyMap<string, string>): FieldChange {
  if (change.field !== "projects" && change.field !== "projectId") return change;
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : typeof value === "string" ? (names.get(value) ?? value) : value;
  const { from, to } = change;
  return {
    field: change.field,
    ...(from !== undefined && { from: named(from) }),
    ...(to !== undefined && { to: named(to) }),
  };
}

/** The changed object, as a link to its page where it has one. */
const Subject = ({ workspace, entry }: { workspace: Workspace; entry: ListedActivity }) => {
  const { object } = entry;
  if (object.name === null && object.type === "member")
    return <>{nameless(workspace.actor, object.id).toLowerCase()}</>;
  if (object.type === "day_note") return <>{dateText(new Date(object.id))}</>;
  const text = object.name ?? `a deleted ${KINDS[object.type].toLowerCase()}`;
  const name = object.type === "member" ? <Address text={text} /> : <bdi>{text}</bdi>;
  const path = pathOf(workspace, entry);
  return path ? <a href={workspace.base + path}>{name}</a> : name;
};

/** The page of the changed object, below the organization; null if it has none. */
function pathOf({ actor }: Workspace, { object, linkId }: ListedActivity): string | null {
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
      return `/reports/${object.id}`;
    case "webhook":
      return `/webhooks/${object.id}`;
    case "export":
      return mayExport(actor) ? "/exports" : null;
    default:
      return null;
  }
}

/** The screen of who did what and when, below /activity. A page has PAGE_SIZE actions, each of any number of changes. */
export const activity = new Hono<DashboardEnv>().get("/", async (c) => {
  const { workspace, dependencies } = c.var;
  const query = searchOf(c);
  const filter = activityFilter(query);
  const cursor = cursorIn(c);
  const everybody = { organization: workspace.organizationId, limit: MAX_MEMBERS_PER_PAGE, after: null };
  const [page, projects, { members }] = await Promise.all([
    listActivity(workspace.actor, { ...filter, limit: MAX_ACTIVITIES_PER_PAGE, cursor }, dependencies),
    openProjects(workspace, dependencies),
    mayManageMembers(workspace.actor)
      ? listMembers(workspace.actor, everybody, dependencies)
      : { members: [] },
  ]);
  const all = grouped(page.entries);
  const groups = all.slice(0, PAGE_SIZE);
  const last = groups.length < all.length ? groups.at(-1)?.entries.at(-1) : undefined;
  const next = last ? page.cursorAfter(last) : page.nextCursor;
  const path = `${workspace.base}/activity`;
  const filters = filterQuery(query);
  const pages = {
    first: cursor === undefined ? null : `${path}?${filters}`,
    next: next === null ? null : `${path}?${filters}&cursor=${encodeURIComponent(next)}`,
  };
  return pageResponse(<ActivityPage {...{ workspace, groups, query, projects, members, pages }} />);
});
