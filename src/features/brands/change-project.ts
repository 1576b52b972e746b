import * as z from "zod";
import { serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { mergePatch } from "../../ground/core/merge-patch.ts";
import { parse } from "../../ground/core/validation.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { projectNotFound } from "../access/get-projects.ts";
import { accessActivity } from "../access/key-activity.ts";
import { requireProjectEditor, requireReach } from "../access/permissions.ts";
import { projectName } from "../access/project.ts";
import { projectChangeDemands, updateProject } from "../access/project-change-store.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { changesBetween } from "../audit/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../idempotency/claim.ts";
import { quotaError } from "../quotas/quota-check.ts";
import { type Brand, brandFields } from "./brand.ts";
import type { BrandCopies } from "./brand-copy.ts";
import { type BrandStore, brandStatement, brandUnchanged } from "./brand-store.ts";
import type { BrandedProject } from "./get-projects.ts";
import type { ProjectKey } from "./logo.ts";
import type { LogoStore } from "./logo-store.ts";

/** Attempts while other requests change the same project. */
const ATTEMPTS = 10;

export const CHANGE_PROJECT_SCOPE: OperationScope = "projects:write";

/** A JSON merge patch (RFC 7396) of a project: null removes its brand, or an optional field of the brand. */
export type ProjectPatch = Readonly<Record<string, unknown>>;

export interface ChangeBrandDependencies {
  db: D1Database;
  projects: ProjectStore;
  brands: BrandStore;
  brandCopies: BrandCopies;
  logos: LogoStore;
  now: () => Date;
}

/** The patch in a body; the patched project is validated as a whole. */
export const readProjectPatch = (json: Record<string, unknown>): ProjectPatch => json;

const patched = z.strictObject({ name: projectName, brand: brandFields.optional() });

/**
 * Changes the name of a project and its brand by a merge patch. `brand.logoUrl` can only be removed: logos are uploaded
 * separately. Throws `insufficient_scope`, `project_access_denied`, `not_found`, `validation_failed`,
 * `idempotency_conflict` and `service_unavailable`.
 */
export function changeProject(
  actor: OrganizationActor,
  {
    projectId,
    patch,
    idempotency,
  }: { projectId: string; patch: ProjectPatch; idempotency: IdempotentWrite<BrandedProject> | null },
  dependencies: ChangeBrandDependencies,
): Promise<WriteResult<BrandedProject>> {
  const change = (before: BrandedProject) => applyPatch(before, patch);
  return writeChange(actor, { projectId, idempotency, change }, dependencies);
}

/** Applies the patch. Throws `validation_failed`. */
export function applyPatch({ project, brand }: BrandedProject, patch: ProjectPatch): BrandedProject {
  const { logo, ...fields } = brand ?? {};
  const { brand: brandPatch, ...rest } = patch;
  const { keepsLogo, ...readable } = withoutLogo(brandPatch);
  const merged = mergePatch(
    { name: project.name, ...(brand && { brand: fields }) },
    { ...rest, ...readable },
  );
  const { name, brand: changed } = parse(patched, merged);
  const after: Brand | null = changed
    ? { ...changed, ...(keepsLogo && logo !== undefined && { logo }) }
    : null;
  return { project: { ...project, name }, brand: after };
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

export interface BrandChange {
  projectId: string;
  idempotency: IdempotentWrite<BrandedProject> | null;
  change(before: BrandedProject): BrandedProject | Promise<BrandedProject>;
}

/** Applies `change` to the current project and writes the result, if it differs. */
export async function writeChange(
  actor: OrganizationActor,
  { projectId, idempotency, change }: BrandChange,
  { db, projects, brands, brandCopies, logos, ...dependencies }: ChangeBrandDependencies,
): Promise<WriteResult<BrandedProject>> {
  requireProjectEditor(actor);
  requireReach(actor, projectId);
  const { organizationId } = actor;
  const key: ProjectKey = { organizationId, projectId };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [project, stored] = await Promise.all([projects.find(organizationId, projectId), brands.find(key)]);
    if (!project) throw projectNotFound();
    const before = { project, brand: stored.brand };
    const after = await change(before);
    const changes = changesBetween(settable(before), settable(after));
    if (changes.length === 0) return { kind: "made", value: before };
    const now = dependencies.now();
    const object = { type: "project", id: projectId } as const;
    const activity = accessActivity({ actor, at: now.toISOString() }, organizationId, object, changes);
    const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(after), now);
    const rows = {
      unchanged: brandUnchanged(key, stored),
      statements: (made: Parameters<typeof brandStatement>[3]) => [
        brandStatement(db, key, after.brand, made),
      ],
    };
    const written = { activity, claim };
    const outcome = await updateProject(db, project, after.project, written, rows);
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "written") {
      brandCopies.publish(key);
      const old = stored.brand?.logo;
      if (old !== undefined && old !== after.brand?.logo) logos.remove(old);
      return { kind: "made", value: after };
    }
    const full = await quotaError(db, organizationId, projectChangeDemands(after.project, written));
    if (full) throw full;
  }
  throw serviceUnavailable(new Error("the project keeps changing concurrently"));
}

const settable = ({ project: { name }, brand }: BrandedProject) => ({ name, ...(brand && { brand }) });
