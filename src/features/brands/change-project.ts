import * as z from "zod";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { mergePatch } from "../../ground/core/json.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { parse } from "../../ground/core/validation.ts";
import { type HostKnowledge, ownHostTest } from "../../ground/platform/own-hosts.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { type ChangeProjectDependencies, editProject, type ProjectEdit } from "../access/manage-projects.ts";
import { requireProjectEditor, requireReach } from "../access/permissions.ts";
import { type Project, projectName } from "../access/project.ts";
import { affiliateOf } from "../short-links/earners.ts";
import { recordLinksOf } from "../short-links/link-change-store.ts";
import type { IdempotentWrite, WriteResult } from "../writes/claim.ts";
import { affiliateFields, ownNetworkUrls } from "./affiliate.ts";
import { brandFields, brandOf, MAX_BRAND_NAME, withBrand } from "./brand.ts";
import type { BrandCopies } from "./brand-copy.ts";
import type { LogoStore } from "./logo-store.ts";

/** A JSON merge patch (RFC 7396) of a project: null removes its brand, its affiliate settings, or an optional field of them. */
type ProjectPatch = Readonly<Record<string, unknown>>;

interface ChangeBrandDependencies extends ChangeProjectDependencies {
  brandCopies: BrandCopies;
  logos: Pick<LogoStore, "remove">;
}

/** The hosts of the service, of which the origins are known. */
interface ServiceHosts extends Omit<HostKnowledge, "serviceHosts"> {
  origins: Pick<Origins, "api" | "shortLink">;
}

/** The patch in a body; the patched project is validated as a whole. */
export const readProjectPatch = (json: Record<string, unknown>): ProjectPatch => json;

const patched = z.strictObject({
  name: projectName,
  brand: brandFields.optional(),
  affiliate: affiliateFields.optional(),
});

/**
 * Changes the name of a project, its brand and its affiliate settings by a merge patch. `brand.logoUrl` can only be removed:
 * logos are uploaded separately. Throws `project_access_denied`, `not_found`, `validation_failed`, `url_not_allowed` and
 * `idempotency_conflict`.
 */
export function changeProject(
  actor: OrganizationActor,
  {
    projectId,
    patch,
    idempotency,
  }: { projectId: string; patch: ProjectPatch; idempotency: IdempotentWrite<Project> | null },
  dependencies: ChangeBrandDependencies & ServiceHosts,
): Promise<WriteResult<Project>> {
  const change = async (before: Project) => {
    const after = applyPatch(before, patch);
    await requireOutside(after, before, dependencies);
    return after;
  };
  return writeChange(actor, { projectId, idempotency, change }, dependencies);
}

/** Applies the patch. Throws `validation_failed`. */
function applyPatch(project: Project, patch: ProjectPatch): Project {
  const brand = brandOf(project);
  const { logo, ...fields } = brand ?? {};
  const { brand: brandPatch, ...rest } = patch;
  const { keepsLogo, ...readable } = withoutLogo(brandPatch);
  const affiliate = affiliateOf(project);
  const merged = mergePatch(
    { name: project.name, ...(brand && { brand: fields }), ...(affiliate && { affiliate }) },
    { ...rest, ...readable },
  );
  const { name, brand: changed, affiliate: chosen = {} } = parse(patched, merged);
  // Removed members are undefined.
  const settled: object = JSON.parse(JSON.stringify(chosen));
  const after = changed && { ...changed, ...(keepsLogo && logo !== undefined && { logo }) };
  const branded = withBrand(project, after);
  const { affiliate: _, ...settings } = branded.settings;
  const isOwn = Object.keys(settled).length > 0;
  return { ...branded, name, settings: { ...settings, ...(isOwn && { affiliate: settled }) } };
}

/** Throws `url_not_allowed` for a network's URL on this service, to which its links would redirect again and again. */
async function requireOutside(
  project: Project,
  before: Project,
  { origins, ...known }: ServiceHosts,
): Promise<void> {
  const settings = affiliateOf(project);
  if (settings === undefined) return;
  const serviceHosts = [origins.api, origins.shortLink].map((origin) => new URL(origin).hostname);
  const details = ownNetworkUrls(
    settings,
    affiliateOf(before),
    await ownHostTest({ ...known, serviceHosts }),
  );
  if (details.length === 0) return;
  throw new ServiceError("url_not_allowed", "The request contains a URL that is not allowed. See details.", {
    details,
  });
}

/** The patch of a brand without the logo's URL, and whether the logo stays. */
function withoutLogo(brand: unknown): { brand?: unknown; keepsLogo: boolean } {
  if (brand === undefined) return { keepsLogo: true };
  if (typeof brand !== "object" || brand === null || !("logoUrl" in brand)) return { brand, keepsLogo: true };
  const { logoUrl, ...fields } = brand;
  if (logoUrl === null) return { brand: fields, keepsLogo: false };
  throw validationFailed([
    { field: "brand.logoUrl", message: "can only be null, which removes the logo; PUT …/logo sets it" },
  ]);
}

interface BrandChange {
  projectId: string;
  idempotency: IdempotentWrite<Project> | null;
  change(before: Project): Project | Promise<Project>;
}

/**
 * Applies `change` to the name, brand and affiliate settings of the current project. Its links are published again with other
 * affiliate settings: their changes are recorded in the same transaction.
 */
async function writeChange(
  actor: OrganizationActor,
  { change, ...input }: BrandChange,
  { brandCopies, logos, ...dependencies }: ChangeBrandDependencies,
): Promise<WriteResult<Project>> {
  requireProjectEditor(actor);
  requireReach(actor, input.projectId);
  const edit: ProjectEdit<Project> = {
    type: "project",
    change,
    recorded(project) {
      const [brand, affiliate] = [brandOf(project), affiliateOf(project)];
      return { name: project.name, ...(brand && { brand }), ...(affiliate && { affiliate }) };
    },
    also(before, after, at, made) {
      const isSame = JSON.stringify(affiliateOf(before)) === JSON.stringify(affiliateOf(after));
      return isSame ? [] : [recordLinksOf(dependencies.db, after, at, made)];
    },
    returned: (project) => project,
    onWritten(before, after) {
      brandCopies.publish({ organizationId: actor.organizationId, projectId: input.projectId });
      const old = brandOf(before)?.logo;
      if (old !== undefined && old !== brandOf(after)?.logo) logos.remove(old);
    },
  };
  return editProject(actor, input, edit, dependencies);
}

/**
 * Sets the logo of a project's brand, and changes the project by `patch` in the same transaction. A project without a brand
 * gets a brand with the project's name. Uploading the same bytes again changes nothing. Throws `project_access_denied`,
 * `not_found`, `validation_failed` (for the bytes with the field `logo`) and `idempotency_conflict`.
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
  dependencies: Omit<ChangeBrandDependencies, "logos"> & { logos: LogoStore; newLeaseId: () => string },
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
