import type { OrganizationActor } from "../access/actor.ts";
import { projectNotFound } from "../access/get-projects.ts";
import { requireProjectEditor, requireReach } from "../access/permissions.ts";
import type { WriteResult } from "../idempotency/claim.ts";
import { type Brand, MAX_BRAND_NAME } from "./brand.ts";
import { type ChangeBrandDependencies, writeChange } from "./change-project.ts";
import type { BrandedProject } from "./get-projects.ts";
import { readLogo } from "./logo.ts";

/**
 * Sets the logo of a project's brand. A project without a brand gets one, with the project's name. The same bytes again
 * change nothing. Throws `insufficient_scope`, `project_access_denied`, `not_found`, `validation_failed` for `logo`, and
 * `service_unavailable`.
 */
export async function putLogo(
  actor: OrganizationActor,
  { projectId, bytes }: { projectId: string; bytes: Uint8Array<ArrayBuffer> },
  dependencies: ChangeBrandDependencies & { newLeaseId: () => string },
): Promise<WriteResult<BrandedProject>> {
  requireProjectEditor(actor);
  requireReach(actor, projectId);
  const key = { organizationId: actor.organizationId, projectId };
  const newSuffix = () => dependencies.newLeaseId().slice(0, 8);
  const logo = await readLogo(bytes, key, newSuffix);
  const isSame = (brand: Brand | null) => brand?.logo?.startsWith(logo.begins) ?? false;
  const change = ({ project, brand }: BrandedProject): BrandedProject => {
    if (isSame(brand)) return { project, brand };
    const named = brand ?? { name: [...project.name].slice(0, MAX_BRAND_NAME).join("") };
    return { project, brand: { ...named, logo: logo.file } };
  };
  const { projects, brands } = dependencies;
  const [project, { brand }] = await Promise.all([
    projects.find(key.organizationId, projectId),
    brands.find(key),
  ]);
  if (!project) throw projectNotFound();
  if (isSame(brand)) return { kind: "made", value: { project, brand } };
  // The picture first: a brand must not name one that is not there.
  await dependencies.logos.put(logo);
  return writeChange(actor, { projectId, idempotency: null, change }, dependencies);
}
