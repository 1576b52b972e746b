import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { holdersOf } from "../addresses/address-statements.ts";
import { domainOfProject } from "../addresses/domain-store.ts";
import { slugProblem } from "../addresses/slug.ts";
import { slugsOfWords } from "../addresses/slug-of-words.ts";
import { addressUrl, type Origins } from "../core/origins.ts";
import { CHANGE_LINK_SCOPE } from "./change-link.ts";
import type { SlugChecks } from "./free-slugs.ts";
import { getLink } from "./get-link.ts";
import type { LinkStore } from "./store.ts";

/** What `adviseSlug` takes. */
export interface AdviseSlugInput {
  /** As it was typed; empty for none yet. */
  slug: string;
  /** The link's name, from which a slug is suggested. */
  name: string;
  /** The link that gets it; null for a new one. */
  linkId: string | null;
  /** The project of a new link; empty where none is chosen yet. */
  projectId: string;
}

/** What is known of a slug that somebody types. */
export interface SlugAdvice {
  /** In lower case. */
  slug: string;
  /** `own`: the link has or had it. `wrong`: no link can have it. `none`: nothing was typed. */
  state: "none" | "free" | "own" | "taken" | "wrong";
  /** The short link with it, or with what is suggested; empty for neither. */
  url: string;
  /** What is wrong with it, in words that follow its name. */
  problem: string | undefined;
  /** A free slug that may do instead; null for none. */
  suggestion: string | null;
}

/** What `adviseSlug` uses. */
export interface AdviseSlugDependencies extends SlugChecks {
  links: LinkStore;
  origins: Origins;
}

/**
 * Whether a slug is free, and one that is: made of what was typed, or else of the link's name. It says of a taken slug no
 * more than a visit of the address would. Throws `insufficient_scope`, `project_access_denied` and `not_found`.
 */
export async function adviseSlug(
  actor: OrganizationActor,
  { slug: typed, name, linkId, projectId }: AdviseSlugInput,
  { db, links, domains, origins, now }: AdviseSlugDependencies,
): Promise<SlugAdvice> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  if (linkId === null && projectId !== "") requireReach(actor, projectId);
  const host =
    linkId === null
      ? domainOfProject(await domains.confirmed(now()), { organizationId: actor.organizationId, projectId })
      : (await getLink(actor, linkId, { links })).link.domain;
  const problem = typed.trim() === "" ? undefined : slugProblem(typed.trim());
  const slug = typed.trim().toLowerCase();
  const candidates = slugsOfWords(slug === "" ? name : slug);
  const asked = slug === "" || problem !== undefined ? candidates : [slug, ...candidates];
  const holderOf = await holdersOf(
    db,
    asked.map((each) => ({ host, name: each })),
  );
  const stateOf = (each: string) => {
    const holder = holderOf(host, each);
    if (holder === undefined) return "free";
    return holder === linkId ? "own" : "taken";
  };
  const state = slug === "" ? "none" : problem === undefined ? stateOf(slug) : "wrong";
  const isFine = state === "free" || state === "own";
  const suggestion = (!isFine && candidates.find((each) => stateOf(each) !== "taken")) || null;
  const shown = isFine || state === "taken" ? slug : suggestion;
  const url = shown === null ? "" : addressUrl(origins, host, shown);
  return { slug, state, url, problem, suggestion };
}
