import { allRows } from "../../ground/platform/d1.ts";
import type { MemberActor, Projects } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { impossibleProductIds } from "../retailers/product-ids.ts";
import type { ProblemTable } from "./list-statement.ts";

/** Maximum problems of a kind read before links that are off are filtered out. */
const MAX_PROBLEMS = 200;

/**
 * How many of the newest links have their product ids checked, and the longest content read, in characters: at most 10
 * MB per query.
 */
const MAX_LOOKED_AT = 500;
const MAX_CONTENT = 20_000;

export type LinkProblemKind = "page_failed" | "destination_broken" | "products_unavailable" | "product_ids";

export interface LinkProblem {
  linkId: string;
  name: string;
  kind: LinkProblemKind;
}

/** A link whose schedule ends soon. */
export interface EndingLink {
  linkId: string;
  name: string;
  /** ISO 8601 in UTC. */
  activeUntil: string;
}

/** Maximum links that end soon read before the filters on status and project apply. */
const MAX_ENDING = 200;

/** The organization and projects whose links are read. */
interface NewsScope {
  organizationId: string;
  projects: Projects;
}

const IN_PROJECTS = "(?2 IS NULL OR project_id IN (SELECT value FROM json_each(?2)))";

/** The parameter for `IN_PROJECTS`. */
const projectList = (projects: Projects): string | null =>
  projects === "all" ? null : JSON.stringify(projects);

/** The newest links in an extension's table that meet an indexed condition. */
const newest = (kind: LinkProblemKind, table: string, condition: string): string =>
  `SELECT * FROM (SELECT DISTINCT link_id, '${kind}' AS kind FROM ${table}
    WHERE organization_id = ?1 AND ${condition} AND ${IN_PROJECTS} ORDER BY link_id DESC LIMIT ${MAX_PROBLEMS})`;

const PROBLEMS = (tables: readonly ProblemSource[]) => `WITH problem AS (
    ${tables.map(({ kind, table, condition }) => newest(kind, table, condition)).join(" UNION ALL ")})
  SELECT link_id AS linkId, name, kind FROM problem JOIN links ON links.id = link_id
  WHERE status = 'active' AND kind NOT IN (SELECT value FROM json_each(?4)) ORDER BY link_id DESC, kind LIMIT ?3`;

/** The newest links with their products as JSON. The caller checks the ids against each retailer's format. */
const NEWEST = (newest: string) => `SELECT id AS linkId, name, retailer, intent,
    content ->> '$.products' AS products, content ->> '$.offers' AS offers
  FROM (${newest} ORDER BY id DESC LIMIT ${MAX_LOOKED_AT})
  WHERE status = 'active' AND retailer <> 'custom' AND length(content) <= ${MAX_CONTENT}`;

const ENDING = `SELECT id AS linkId, name, active_until AS activeUntil
  FROM (SELECT id, name, active_until, status, project_id FROM links INDEXED BY links_by_end
    WHERE organization_id = ?1 AND active_until > ?3 AND active_until <= ?4 ORDER BY active_until LIMIT ${MAX_ENDING})
  WHERE status = 'active' AND ${IN_PROJECTS} ORDER BY activeUntil, linkId LIMIT ?5`;

const COLUMNS = "links.id AS id, name, retailer, intent, status, content";
const OF_ALL = `SELECT ${COLUMNS} FROM links WHERE organization_id = ?1 AND ?2 IS NULL`;
/** The newest of each project, by its index, so that links of other projects aren't read. */
const OF_PROJECTS = `SELECT ${COLUMNS} FROM json_each(?2) AS project CROSS JOIN links
  ON links.id IN (SELECT own.id FROM links AS own WHERE own.organization_id = ?1
    AND own.project_id = project.value ORDER BY own.id DESC LIMIT ${MAX_LOOKED_AT})`;

interface LinkWithProducts {
  linkId: string;
  name: string;
  retailer: string;
  intent: string;
  products: string | null;
  offers: string | null;
}

/** The link, or each of its offers. The JSON comes from a validated definition. */
type ProductsOfVariant = Parameters<typeof impossibleProductIds>[0];

function variantsIn({ retailer, intent, products, offers }: LinkWithProducts): ProductsOfVariant[] {
  if (offers !== null) return JSON.parse(offers) as ProductsOfVariant[];
  return [{ retailer, intent, products: products === null ? [] : JSON.parse(products) } as ProductsOfVariant];
}

/** Problems of links, in D1. */
export type LinkAttentionStore = ReturnType<typeof linkAttentionStore>;

/** Links in a table that need attention. */
interface ProblemSource extends ProblemTable {
  kind: LinkProblemKind;
}

const SOURCES: readonly ProblemSource[] = [
  { kind: "page_failed", table: "delivery_app_pages", condition: "state = 'failed'" },
  { kind: "products_unavailable", table: "availability_checks", condition: "outcome = 'unavailable'" },
];

/** `others`: problems that are known elsewhere. */
export function linkAttentionStore(db: D1Database, others: readonly ProblemSource[] = []) {
  const allProblems = PROBLEMS([...SOURCES, ...others]);
  return {
    /** Up to `limit` problems of active links, newest links first, except those of these kinds. */
    async problems(
      { organizationId, projects }: NewsScope,
      limit: number,
      without: readonly LinkProblemKind[] = [],
    ): Promise<LinkProblem[]> {
      const values = [organizationId, projectList(projects), limit, JSON.stringify(without)];
      const results = await allRows<LinkProblem>(db, allProblems, ...values);
      return results;
    },
    /** Up to `limit` of the newest active links with product ids that can't belong to their retailer. */
    async impossibleIds({ organizationId, projects }: NewsScope, limit: number): Promise<LinkProblem[]> {
      const sql = NEWEST(projects === "all" ? OF_ALL : OF_PROJECTS);
      const results = await allRows<LinkWithProducts>(db, sql, organizationId, projectList(projects));
      return results
        .filter((link) => variantsIn(link).some((each) => impossibleProductIds(each).fields.length > 0))
        .slice(0, limit)
        .map(({ linkId, name }) => ({ linkId, name, kind: "product_ids" }));
    },
    /** Up to `limit` active links that end in this period, earliest end first. */
    async ending(
      { organizationId, projects }: NewsScope,
      { from, before }: { from: Date; before: Date },
      limit: number,
    ): Promise<EndingLink[]> {
      const times = [from.toISOString(), before.toISOString()];
      return allRows<EndingLink>(db, ENDING, organizationId, projectList(projects), ...times, limit);
    },
  };
}

export const SHOWN_PROBLEMS = 10;

/** Problems of the links of a project, or of all projects that the actor can access. */
interface LinkAttention {
  problems: LinkProblem[];
  more: boolean;
}

/** Lists links that need attention now, except problems of the kinds `without`. Throws `project_access_denied`. */
export async function getLinkAttention(
  actor: MemberActor,
  { projectId, without = [] }: { projectId: string | undefined; without?: readonly LinkProblemKind[] },
  { linkAttention, projects }: { linkAttention: LinkAttentionStore; projects: ProjectStore },
): Promise<LinkAttention> {
  requireScope(actor, "links:read");
  const { organizationId } = actor;
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const scope = {
    organizationId,
    projects: projectId === undefined ? reachableProjects(actor) : [projectId],
  };
  const [kept, ids] = await Promise.all([
    linkAttention.problems(scope, SHOWN_PROBLEMS + 1, without),
    linkAttention.impossibleIds(scope, SHOWN_PROBLEMS + 1),
  ]);
  const problems = [...kept, ...ids];
  return {
    problems: problems.slice(0, SHOWN_PROBLEMS),
    more: problems.length > SHOWN_PROBLEMS,
  };
}
