import type { OrganizationActor } from "../access/actor.ts";
import { requireProjectEditor, requireReach } from "../access/permissions.ts";
import type { Project } from "../access/project.ts";
import type { IdempotentWrite, WriteResult } from "../writes/claim.ts";
import { MAX_BRAND_NAME } from "./brand.ts";
import {
  applyPatch,
  type ChangeBrandDependencies,
  type ProjectPatch,
  writeChange,
} from "./change-project.ts";
import { brandOf, withBrand } from "./project-brand.ts";

/**
 * Sets the logo of a project's brand, and changes the project by `patch` in the same transaction. A project without a brand
 * gets a brand with the project's name. Uploading the same bytes again changes nothing. Throws `project_access_denied`,
 * `not_found`, `validation_failed`, for the bytes with the field `logo` and `idempotency_conflict`.
 */
export async function putLogo(
  actor: OrganizationActor,
  {
    projectId,
    bytes,
    patch = null,
    idempotency = null,
  }: {
    projectId: string;
    bytes: Uint8Array<ArrayBuffer>;
    patch?: ProjectPatch | null;
    idempotency?: IdempotentWrite<Project> | null;
  },
  dependencies: ChangeBrandDependencies & { newLeaseId: () => string },
): Promise<WriteResult<Project>> {
  requireProjectEditor(actor);
  requireReach(actor, projectId);
  const key = { organizationId: actor.organizationId, projectId };
  const { readLogo } = await import("./read-logo.ts");
  const logo = await readLogo(bytes, key, () => dependencies.newLeaseId().slice(0, 8));
  let isKept = false;
  const change = async (before: Project): Promise<Project> => {
    const project = patch ? applyPatch(before, patch) : before;
    const brand = brandOf(project);
    if (brand?.logo?.startsWith(logo.begins)) return project;
    // The picture first: a brand must not refer to a missing picture.
    if (!isKept) await dependencies.logos.put(logo);
    isKept = true;
    const named = brand ?? { name: [...project.name].slice(0, MAX_BRAND_NAME).join("") };
    return withBrand(project, { ...named, logo: logo.file });
  };
  return writeChange(actor, { projectId, idempotency, change }, dependencies);
}
