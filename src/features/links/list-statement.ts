import { gtinPath } from "../../ground/core/gtin.ts";
import { tagForm } from "../../ground/core/tags.ts";
import type { LinkIntent, LinkState, LinkStatus, Retailer } from "../../ground/core/vocabulary.ts";

/** The filter of a list of links. Undefined fields don't apply. */
export interface LinkFilter {
  projects: "all" | readonly string[];
  /** Part of a link's search text, in search form. */
  text: string | undefined;
  retailer: Retailer | undefined;
  intent: LinkIntent | undefined;
  status: LinkStatus | undefined;
  /** The link's state at a time. */
  state: { is: LinkState; at: Date } | undefined;
  tag: string | undefined;
  /** In 14 digits. */
  gtin: string | undefined;
  health: "broken" | undefined;
}

/** Links of one organization with ids in [from, before). */
export interface LinkRange {
  organizationId: string;
  from: string;
  before: string;
}

/** Maximum links that one page examines. */
interface StyledCode {
  /** In an index that covers all filters. */
  entries: number;
  /** If their rows have to be read. */
  rows: number;
}

/** An entry takes about 0.3 µs with a text of 200 characters, and a row ten times as long. */
export const MAX_LOOKED_AT: StyledCode = { entries: 250_000, rows: 10_000 };

/** A table with rows of links, and the condition of those with a problem. */
export interface ProblemTable {
  table: string;
  condition: string;
}

export interface ListSources {
  most: StyledCode;
  /** The links with a broken destination. Absent: no destination is checked. */
  broken?: ProblemTable | undefined;
}

interface ListStatement {
  /** Selects `id` and `fits`, newest first. A row that doesn't fit, if any, is the last examined row. */
  sql: string;
  values: (string | number)[];
}

/** Where a list reads links from, newest first. */
interface Source {
  from: string;
  /** The expression for the link's id. */
  id: string;
  looksAt: keyof StyledCode;
}

const OF_ORGANIZATION = "links.organization_id = ?1";
const indexed = (index: string, looksAt: keyof StyledCode, condition = "TRUE"): Source => ({
  from: `links INDEXED BY ${index} WHERE ${OF_ORGANIZATION} AND ${condition}`,
  id: "links.id",
  looksAt,
});

/** The statement for up to `limit` links in the range that match the filter. */
export function listStatement(
  { organizationId, from, before }: LinkRange,
  filter: LinkFilter,
  limit: number,
  { most, broken }: ListSources,
): ListStatement {
  const values: (string | number)[] = [organizationId, before, from, limit];
  const bind = (value: string): string => `?${values.push(value)}`;
  const conditions = conditionsOf(filter, bind, broken);
  const { tag } = filter;
  const source = tag === undefined ? sourceOf(conditions) : tagged(bind(tagForm(tag)));
  const inRange = `${source.from} AND ${source.id} < ?2 AND ${source.id} >= ?3 ORDER BY ${source.id} DESC`;
  const fits = [...conditions.values()].join(" AND ") || "TRUE";
  const mostHere = most[source.looksAt];
  // SQLite runs the second query only if the first returned fewer rows than the limit and there are that many links.
  const sql = `SELECT id, 1 AS fits
      FROM (SELECT links.id AS id, ${fits} AS fits FROM ${inRange} LIMIT ${mostHere}) WHERE fits
    UNION ALL
    SELECT id, 0 FROM (SELECT links.id AS id FROM ${inRange}
      LIMIT (SELECT coalesce(max(rowid), 0) >= ${mostHere} FROM links) OFFSET ${mostHere - 1})
    LIMIT ?4`;
  return { sql, values };
}

/** The statement for the number of links in the range that match the filter. */
export function countStatement(
  { organizationId, from, before }: LinkRange,
  filter: LinkFilter,
  broken?: ProblemTable,
): ListStatement {
  const values: (string | number)[] = [organizationId, before, from];
  const bind = (value: string): string => `?${values.push(value)}`;
  const conditions = conditionsOf(filter, bind, broken);
  const source = filter.tag === undefined ? sourceOf(conditions) : tagged(bind(tagForm(filter.tag)));
  const fits = ["TRUE", ...conditions.values()].join(" AND ");
  const inRange = `${source.from} AND ${source.id} < ?2 AND ${source.id} >= ?3`;
  return { sql: `SELECT count(*) AS links FROM ${inRange} AND ${fits}`, values };
}

type Condition =
  | "project"
  | "projects"
  | "text"
  | "gtin"
  | "health"
  | "retailer"
  | "intent"
  | "off"
  | "active"
  | "times"
  | "timed";

/** The SQL conditions of a filter by kind; a tag is not a condition but a source. */
function conditionsOf(
  filter: LinkFilter,
  bind: (value: string) => string,
  broken?: ProblemTable,
): Map<Condition, string> {
  const { projects, text, retailer, intent, status, state, gtin, health } = filter;
  const conditions = new Map<Condition, string>();
  if (projects !== "all") {
    const [only = "", ...others] = projects;
    if (others.length === 0) conditions.set("project", `project_id = ${bind(only)}`);
    else
      conditions.set(
        "projects",
        `project_id IN (SELECT value FROM json_each(${bind(JSON.stringify(projects))}))`,
      );
  }
  if (retailer !== undefined) conditions.set("retailer", `retailer = ${bind(retailer)}`);
  if (intent !== undefined) conditions.set("intent", `intent = ${bind(intent)}`);
  const isOff = status === "inactive" || state?.is === "off";
  if (isOff) conditions.set("off", "status = 'inactive'");
  if (status === "active" || (state && state.is !== "off")) conditions.set("active", "status = 'active'");
  if (state && state.is !== "off") {
    const at = bind(state.at.toISOString());
    if (state.is === "scheduled") conditions.set("timed", `active_from > ${at}`);
    if (state.is === "ended")
      conditions.set("timed", `active_until <= ${at} AND (active_from IS NULL OR active_from <= ${at})`);
    if (state.is === "running") {
      const isRunning = [
        `(active_from IS NULL OR active_from <= ${at})`,
        `(active_until IS NULL OR active_until > ${at})`,
      ];
      conditions.set("times", isRunning.join(" AND "));
    }
  }
  if (text !== undefined) {
    // instr matches literally; LIKE would treat % and _ as wildcards.
    conditions.set("text", `instr(search_text, ${bind(text)}) > 0`);
  }
  // The search text has the path of the GTIN's address as a line, and no other text is likely to contain it.
  if (gtin !== undefined) conditions.set("gtin", `instr(search_text, ${bind(gtinPath(gtin))}) > 0`);
  if (health === "broken") {
    const links =
      broken && `SELECT link_id FROM ${broken.table} WHERE organization_id = ?1 AND ${broken.condition}`;
    conditions.set("health", links ? `links.id IN (${links})` : "FALSE");
  }
  return conditions;
}

/** The links with a tag. Without other filters, their rows are not read here. */
const tagged = (tag: string): Source => ({
  from: `link_tags CROSS JOIN links ON links.id = link_id WHERE link_tags.organization_id = ?1 AND tag = ${tag}`,
  id: "link_id",
  looksAt: "rows",
});

/** The index of the single condition, or an index that covers all conditions. */
function sourceOf(conditions: ReadonlyMap<Condition, string>): Source {
  const of = (condition: Condition) => conditions.get(condition);
  const [first, ...others] = conditions.keys();
  const timed = of("timed");
  if (timed !== undefined && of("text") === undefined)
    return indexed("links_by_schedule", "rows", "(active_from IS NOT NULL OR active_until IS NOT NULL)");
  if (others.length === 0) {
    if (first === "project") return indexed("links_by_project", "rows", of(first));
    if (first === "retailer") return indexed("links_by_retailer", "rows", of(first));
    if (first === "off") return indexed("links_off", "rows", of(first));
  }
  return indexed("links_by_organization", "entries");
}
