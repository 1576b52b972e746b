import type { Origins } from "../../ground/core/origins.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { CREATE_LINK_SCOPE } from "../access/scopes.ts";
import { holdersOf } from "../addresses/address-statements.ts";
import { type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { nameCollection, namesWithoutDomain, takenName, uniqueNames } from "../addresses/taken-names.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Affiliate, affiliateOf } from "../short-links/earners.ts";
import { type Preview, previewOf } from "./destination-preview.ts";
import { adviceOf, type LinkExtension, writeHooksOf } from "./extension.ts";
import { forbiddenUrls } from "./forbidden-urls.ts";
import { timeInUtc, withOfferTimes } from "./offer-rows.ts";
import { type AcceptedRow, adviseRows, allowedRows, type CheckedRows, readRows } from "./prepare-rows.ts";
import type { PretendedVisit } from "./preview-pick.ts";
import { requireCreation } from "./require-creation.ts";

interface PreviewLinkInput {
  definition: LinkDefinition;
  /** The link to change, which may use the slug already; absent for a new link. */
  link?: { id: string; domain: string } | undefined;
  /** A visit to try the rules of a choice with. */
  visit?: PretendedVisit | undefined;
  /** Whether to query retailers, as a creation would. Default: true. */
  asksRetailers?: boolean;
}

interface PreviewLinkDependencies {
  db: D1Database;
  projects: Pick<ProjectStore, "find">;
  domains: DomainStore;
  extensions: readonly LinkExtension[];
  origins: Origins;
  /** The deployment's settings. */
  affiliate: Affiliate;
  now: () => Date;
}

/**
 * Where a link of this definition would redirect if it were created now. Writes no link and claims no key. Queries the
 * retailer exactly as a creation would, because the response can decide the destination; those calls count towards the daily
 * limit. Throws what the creation would throw: `insufficient_scope`, `project_access_denied`, `url_not_allowed`,
 * `duplicate_slug`, `duplicate_gtin` and `domain_required`.
 */
export async function previewLink(
  actor: OrganizationActor,
  { definition: sent, link, asksRetailers, visit }: PreviewLinkInput,
  { db, projects, domains, extensions, origins, affiliate, now }: PreviewLinkDependencies,
): Promise<Preview> {
  requireCreation(actor, sent, origins);
  const { organizationId } = actor;
  const definition = await withOfferTimes(sent, organizationId, { db, now });
  const project = await projects.find(organizationId, definition.projectId);
  if (!project) throw projectDenied(actor);
  const hosts = await domains.confirmed(now());
  const forbidden = forbiddenUrls(definition, origins, hosts);
  if (forbidden) throw forbidden;
  if (project.archivedAt !== null) throw projectArchived();
  const { slug, gtin, addresses, projectId } = definition;
  const { id, domain } = link ?? { id: "", domain: domainOfProject(hosts, { organizationId, projectId }) };
  const names = { slug, gtin, addresses };
  const refused = namesWithoutDomain(names, domain) ?? (await takenName(db, { ...names, domain, id }));
  if (refused) throw refused;
  const [hooks = []] = writeHooksOf(extensions, [{ definition, previous: null }]);
  const at = visit?.at && (await timeInUtc(visit.at, organizationId, { db, now }));
  return previewOf(definition, await adviceOf(hooks, asksRetailers), {
    affiliate: { own: affiliateOf(project), project: project.name, deployment: affiliate },
    now: now(),
    visit: visit && { ...visit, at },
  });
}

/** Where the link of one row would redirect, or why it would be rejected. */
type PreviewedRow = { kind: "previewed"; preview: Preview } | { kind: "rejected"; error: unknown };

interface PreviewLinksDependencies extends Omit<PreviewLinkDependencies, "projects"> {
  projects: Pick<ProjectStore, "findAll">;
}

/**
 * What `createLinks` would do with these rows, in order. Writes no link and claims no key; calls to retailers count as for a
 * creation.
 */
export async function previewLinks(
  actor: OrganizationActor,
  { rows }: { rows: readonly unknown[] },
  dependencies: PreviewLinksDependencies,
): Promise<PreviewedRow[]> {
  requireScope(actor, CREATE_LINK_SCOPE);
  const read = readRows(actor, rows, dependencies);
  const allowed = await allowedRows(actor, read.accepted, dependencies);
  const free = await freeNameRows(actor.organizationId, allowed.accepted, dependencies);
  const { affiliate: deployment, now } = dependencies;
  const previewed = new Map<number, Preview>();
  for (const { index, definition, own, project = "", advice } of await adviseRows(
    free.accepted,
    dependencies.extensions,
  )) {
    previewed.set(
      index,
      previewOf(definition, advice, { affiliate: { own, project, deployment }, now: now() }),
    );
  }
  return rows.map((_, index) => {
    const preview = previewed.get(index);
    if (preview) return { kind: "previewed", preview };
    const [error] = [read, allowed, free].flatMap(({ rejected }) => rejected.get(index) ?? []);
    return { kind: "rejected", error };
  });
}

export interface NameChecks {
  db: D1Database;
  domains: DomainStore;
  now: () => Date;
}

/**
 * Accepts rows whose slugs, GTINs and kept addresses are free, also among each other: of two rows with the same name, the
 * first gets it. Only the creation itself is decisive, since another request may be faster. `given`: the names that earlier
 * rows have, to which those of these rows are added.
 */
export async function freeNameRows(
  organizationId: string,
  rows: readonly AcceptedRow[],
  { db, domains, now }: NameChecks,
  given = nameCollection(),
): Promise<CheckedRows> {
  const checked: CheckedRows = { accepted: [], rejected: new Map() };
  if (rows.every(({ definition }) => uniqueNames(definition).length === 0))
    return { ...checked, accepted: [...rows] };
  const known = await domains.confirmed(now());
  const named = rows.map((row) => {
    const host = domainOfProject(known, { organizationId, projectId: row.definition.projectId });
    return { row, names: uniqueNames(row.definition).map((each) => ({ ...each, host })) };
  });
  const holderOf = await holdersOf(
    db,
    named.flatMap(({ names }) => names.map(({ host, name }) => ({ host, name }))),
  );
  for (const { row, names } of named) {
    const taken = names.find(({ host, name }) => holderOf(host, name) !== undefined || given.has(host, name));
    if (taken) checked.rejected.set(row.index, taken.taken());
    else checked.accepted.push(row);
    for (const { host, name } of names) given.add(host, name);
  }
  return checked;
}
