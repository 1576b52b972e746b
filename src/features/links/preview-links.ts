import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { CREATE_LINK_SCOPE } from "./create-link.ts";
import { type Preview, previewOf } from "./destination-preview.ts";
import { freeNameRows } from "./free-names.ts";
import { adviseRows, allowedRows, readRows } from "./prepare-rows.ts";
import type { PreviewLinkDependencies } from "./preview-link.ts";

/** Where the link of one row would redirect, or why it would be rejected. */
export type PreviewedRow = { kind: "previewed"; preview: Preview } | { kind: "rejected"; error: unknown };

export interface PreviewLinksDependencies extends Omit<PreviewLinkDependencies, "projects"> {
  projects: Pick<ProjectStore, "findAll">;
}

/**
 * What `createLinks` would do with these rows, in order. Writes no link and claims no key; calls to retailers count as
 * for a creation. Throws `insufficient_scope`.
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
  const context = { settings: dependencies.settings, now: dependencies.now() };
  const previewed = new Map<number, Preview>();
  for (const { index, definition, advice } of await adviseRows(free.accepted, dependencies.extensions)) {
    previewed.set(index, previewOf(definition, advice, context));
  }
  return rows.map((_, index) => {
    const preview = previewed.get(index);
    if (preview) return { kind: "previewed", preview };
    const [error] = [read, allowed, free].flatMap(({ rejected }) => rejected.get(index) ?? []);
    return { kind: "rejected", error };
  });
}
