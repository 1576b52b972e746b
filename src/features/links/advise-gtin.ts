import { gtin14, gtinPath, gtinProblem } from "../../ground/core/gtin.ts";
import { addressUrl } from "../../ground/core/origins.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { domainOfProject } from "../addresses/domain-store.ts";
import { namesWithoutDomain, takenName } from "../addresses/taken-names.ts";
import type { AdviseSlugDependencies, AdviseSlugInput } from "./advise-slug.ts";
import { CHANGE_LINK_SCOPE } from "./change-link.ts";
import { getLink } from "./get-link.ts";

/** Feedback on a GTIN while the user types it. */
export interface GtinAdvice {
  /** As typed, or in 14 digits if it is valid. */
  gtin: string;
  /** What is wrong, as a phrase that follows the GTIN; undefined for a GTIN that the link can have. */
  problem: string | undefined;
  /** The address of the GTIN; empty if there is a problem. */
  url: string;
}

/**
 * Checks a GTIN for a link, or for a new link of a project; null if nothing is typed. Throws `project_access_denied` and
 * `not_found`.
 */
export async function adviseGtin(
  actor: OrganizationActor,
  { gtin: typed, linkId, projectId }: { gtin: string } & Pick<AdviseSlugInput, "linkId" | "projectId">,
  { db, links, domains, origins, now }: AdviseSlugDependencies,
): Promise<GtinAdvice | null> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  if (linkId === null && projectId !== "") requireReach(actor, projectId);
  const text = typed.trim();
  if (text === "") return null;
  const problem = gtinProblem(text);
  if (problem !== undefined) return { gtin: text, problem, url: "" };
  const { organizationId } = actor;
  const domain =
    linkId === null
      ? domainOfProject(await domains.confirmed(now()), { organizationId, projectId })
      : (await getLink(actor, linkId, { links })).link.domain;
  const gtin = gtin14(text);
  const refused =
    namesWithoutDomain({ gtin }, domain) ?? (await takenName(db, { domain, gtin, id: linkId ?? "" }));
  if (refused) return { gtin, problem: refused.details?.[0]?.message, url: "" };
  return { gtin, problem: undefined, url: addressUrl(origins, domain, gtinPath(gtin)) };
}
