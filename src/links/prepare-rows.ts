import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { DomainStore } from "../addresses/domain-store.ts";
import type { Origins } from "../core/origins.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { parseDefinition } from "../retailers/parse-definition.ts";
import { type CreateLinkDependencies, requireCreation } from "./create-link.ts";
import {
  type Advice,
  adviceOf,
  followingsOf,
  type LinkExtension,
  type NamedWriteHooks,
} from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";

/** The most rows that one request may have. */
export const MAX_ROWS = 100;

/** A row that may become a link, and its place in the request. */
export interface GoodRow {
  index: number;
  definition: LinkDefinition;
}

/** Some rows, and the errors of the others by their place in the request. */
export interface CheckedRows {
  good: GoodRow[];
  refused: Map<number, unknown>;
}

/** Each row by its schema, and by what the actor may create. A row is refused with what its creation alone would throw. */
export function readRows(
  actor: OrganizationActor,
  rows: readonly unknown[],
  { origins }: Pick<CreateLinkDependencies, "origins">,
): CheckedRows {
  return checkEach([...rows.entries()], ([index, row]) => {
    const definition = parseDefinition(row);
    requireCreation(actor, definition, origins);
    return { index, definition };
  });
}

/** What decides which rows are allowed. */
export interface RowChecks {
  projects: Pick<ProjectStore, "findAll">;
  domains: DomainStore;
  origins: Origins;
  now: () => Date;
}

/** The rows whose projects take new links and whose URLs are allowed. If the projects can't be looked up, none. */
export async function allowedRows(
  actor: OrganizationActor,
  rows: readonly GoodRow[],
  { projects, domains, origins, now }: RowChecks,
): Promise<CheckedRows> {
  if (rows.length === 0) return { good: [], refused: new Map() };
  const named = rows.map(({ definition }) => definition.projectId);
  const looked = Promise.all([projects.findAll(actor.organizationId, named), domains.confirmed(now())]);
  const found = await looked.catch((cause: unknown) => ({ cause }));
  return checkEach(
    rows.map((row) => [row.index, row] as const),
    ([, row]) => {
      if ("cause" in found) throw found.cause;
      const [known, hosts] = found;
      const project = known.get(row.definition.projectId);
      if (!project) throw projectDenied(actor);
      const refusal = forbiddenUrls(row.definition, origins, hosts);
      if (refusal) throw refusal;
      if (project.archivedAt !== null) throw projectArchived();
      return row;
    },
  );
}

/** A row with the shares of its followers and what is known of its products. */
export interface AdvisedRow extends GoodRow {
  followings: readonly NamedWriteHooks[];
  advice: Advice;
}

/** The rows with what is known of their products. They share one wait for each retailer. */
export function adviseRows(
  rows: readonly GoodRow[],
  followers: readonly LinkExtension[],
): Promise<AdvisedRow[]> {
  const parts = followingsOf(
    followers,
    rows.map(({ definition }) => ({ definition, previous: null })),
  );
  return Promise.all(
    rows.map(async (row, place) => {
      const followings = parts[place] ?? [];
      return { ...row, followings, advice: await adviceOf(followings) };
    }),
  );
}

/** The rows that `check` returns something for, and what it throws for the others. */
function checkEach<R extends readonly [index: number, ...unknown[]]>(
  rows: readonly R[],
  check: (row: R) => GoodRow,
): CheckedRows {
  const checked: CheckedRows = { good: [], refused: new Map() };
  for (const row of rows) {
    try {
      checked.good.push(check(row));
    } catch (error) {
      checked.refused.set(row[0], error);
    }
  }
  return checked;
}
