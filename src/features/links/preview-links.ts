import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { holdersOf } from "../addresses/address-statements.ts";
import { type DomainStore, domainOfProject } from "../addresses/domain-store.ts";
import { nameCollection, uniqueNames } from "../addresses/taken-names.ts";
import { CREATE_LINK_SCOPE } from "./create-link.ts";
import { type Preview, previewOf } from "./destination-preview.ts";
import { type AcceptedRow, adviseRows, allowedRows, type CheckedRows, readRows } from "./prepare-rows.ts";
import type { PreviewLinkDependencies } from "./preview-link.ts";

/** Where the link of one row would redirect, or why it would be rejected. */
export type PreviewedRow = { kind: "previewed"; preview: Preview } | { kind: "rejected"; error: unknown };

export interface PreviewLinksDependencies extends Omit<PreviewLinkDependencies, "projects"> {
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
 * first gets it. Only the creation itself is decisive, since another request may be faster.
 */
export async function freeNameRows(
  organizationId: string,
  rows: readonly AcceptedRow[],
  { db, domains, now }: NameChecks,
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
  const given = nameCollection();
  for (const { row, names } of named) {
    const taken = names.find(({ host, name }) => holderOf(host, name) !== undefined || given.has(host, name));
    if (taken) checked.rejected.set(row.index, taken.taken());
    else checked.accepted.push(row);
    for (const { host, name } of names) given.add(host, name);
  }
  return checked;
}
