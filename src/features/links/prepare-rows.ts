import type { Origins } from "../../ground/core/origins.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { namesWithoutDomain } from "../addresses/taken-names.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { parseDefinition } from "../retailers/parse-definition.ts";
import { type Affiliate, affiliateOf } from "../short-links/earners.ts";
import {
  type Advice,
  adviceOf,
  type LinkExtension,
  type NamedWriteHooks,
  writeHooksOf,
} from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { withOfferTimes } from "./offer-rows.ts";
import { requireCreation } from "./require-creation.ts";

export const MAX_ROWS = 100;

/** A valid row and its index in the request. */
export interface AcceptedRow {
  index: number;
  definition: LinkDefinition;
  /** The affiliate settings of its project, once that is known. */
  own?: Affiliate | undefined;
  /** The name of its project, once that is known. */
  project?: string;
}

/** The accepted rows, and the errors of rejected rows by their index in the request. */
export interface CheckedRows {
  accepted: AcceptedRow[];
  rejected: Map<number, unknown>;
}

/**
 * Checks each row against its schema and the actor's permissions. A rejected row has the error that creating it alone
 * would throw.
 */
export function readRows(
  actor: OrganizationActor,
  rows: readonly unknown[],
  { origins }: { origins: Origins },
): CheckedRows {
  return checkEach([...rows.entries()], ([index, row]) => {
    const definition = parseDefinition(row);
    requireCreation(actor, definition, origins);
    return { index, definition };
  });
}

export interface RowChecks {
  db: D1Database;
  projects: Pick<ProjectStore, "findAll">;
  domains: DomainStore;
  origins: Origins;
  now: () => Date;
}

/** Accepts rows whose projects accept new links and whose URLs are allowed; no rows if the projects can't be read. */
export async function allowedRows(
  actor: OrganizationActor,
  rows: readonly AcceptedRow[],
  { db, projects, domains, origins, now }: RowChecks,
): Promise<CheckedRows> {
  if (rows.length === 0) return { accepted: [], rejected: new Map() };
  const named = rows.map(({ definition }) => definition.projectId);
  const { organizationId } = actor;
  const looked = Promise.all([
    projects.findAll(organizationId, named),
    domains.confirmed(now()),
    Promise.all(rows.map(({ definition }) => withOfferTimes(definition, organizationId, { db, now }))),
  ]);
  const found = await looked.catch((cause: unknown) => ({ cause }));
  return checkEach(
    rows.map((row, place) => [row.index, row, place] as const),
    ([, row, place]) => {
      if ("cause" in found) throw found.cause;
      const [known, hosts, definitions] = found;
      const project = known.get(row.definition.projectId);
      if (!project) throw projectDenied(actor);
      const forbidden = forbiddenUrls(row.definition, origins, hosts);
      if (forbidden) throw forbidden;
      if (project.archivedAt !== null) throw projectArchived();
      const { projectId } = row.definition;
      const domain = domainOfProject(hosts, { organizationId, projectId });
      const refused = namesWithoutDomain(row.definition, domain);
      if (refused) throw refused;
      return {
        ...row,
        definition: definitions[place] ?? row.definition,
        own: affiliateOf(project),
        project: project.name,
      };
    },
  );
}

/** A row with its hooks and product advice. */
export interface AdvisedRow extends AcceptedRow {
  hooks: readonly NamedWriteHooks[];
  advice: Advice;
}

/** Adds advice to the rows. They share one wait per retailer, if retailers are queried at all. */
export function adviseRows(
  rows: readonly AcceptedRow[],
  extensions: readonly LinkExtension[],
  asksRetailers = true,
): Promise<AdvisedRow[]> {
  const parts = writeHooksOf(
    extensions,
    rows.map(({ definition }) => ({ definition, previous: null })),
  );
  return Promise.all(
    rows.map(async (row, place) => {
      const hooks = parts[place] ?? [];
      return { ...row, hooks, advice: await adviceOf(hooks, asksRetailers) };
    }),
  );
}

/** Accepts the rows for which `check` doesn't throw. */
function checkEach<R extends readonly [index: number, ...unknown[]]>(
  rows: readonly R[],
  check: (row: R) => AcceptedRow,
): CheckedRows {
  const checked: CheckedRows = { accepted: [], rejected: new Map() };
  for (const row of rows) {
    try {
      checked.accepted.push(check(row));
    } catch (error) {
      checked.rejected.set(row[0], error);
    }
  }
  return checked;
}
