import { gtin14, gtinPath, gtinProblem } from "../../ground/core/gtin.ts";
import { addressUrl, type Origins } from "../../ground/core/origins.ts";
import { slugProblem } from "../../ground/core/slug.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../access/scopes.ts";
import { holdersOf } from "../addresses/address-statements.ts";
import { domainOfProject } from "../addresses/domain-store.ts";
import { namesWithoutDomain, takenName } from "../addresses/taken-names.ts";
import { getLink } from "./get-link.ts";
import type { LinkFinder } from "./link-finder.ts";
import type { NameChecks } from "./preview-links.ts";

/** The maximum length of a suggestion: short enough to be read out. */
const MAX_LENGTH = 40;
/** How many numbered slugs are suggested besides the plain slug. */
const MAX_NUMBERED = 9;

/** Letters without a decomposition into a Latin letter and a mark, as people write them in ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  "&": " and ",
};

/** A text in the letters of slugs; empty if it has no such letters. */
function plainWords(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[æœßøđðþłı&]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (plain.length <= MAX_LENGTH) return plain;
  // Cut between words, unless the first word is too long.
  const cut = plain.slice(0, MAX_LENGTH + 1).replace(/-[^-]*$/, "");
  return cut.slice(0, MAX_LENGTH);
}

/** Valid slugs for a text, best first. Empty for a text without Latin letters. */
function slugsOfWords(text: string): string[] {
  const plain = plainWords(text);
  if (plain === "") return [];
  const numbered = Array.from({ length: MAX_NUMBERED }, (_, index) => `${plain}-${index + 2}`);
  return [plain, ...numbered].filter((each) => slugProblem(each) === undefined);
}

export interface AdviseSlugInput {
  /** As typed; may be empty. */
  slug: string;
  /** The link's name, the source of suggestions. */
  name: string;
  /** The link that gets the slug; null for a new link. */
  linkId: string | null;
  /** The project of a new link; empty until the user chooses it. */
  projectId: string;
}

/** Feedback on a slug while the user types it. */
export interface SlugAdvice {
  /** In lower case. */
  slug: string;
  /** `own`: the link uses or used it. `wrong`: not a valid slug. `none`: nothing typed. */
  state: "none" | "free" | "own" | "taken" | "wrong";
  /** The short link with this slug or with the suggestion; empty if there is neither. */
  url: string;
  /** Why the slug is invalid, as a phrase that follows "slug". */
  problem: string | undefined;
  /** A free slug to use instead; null if there is none. */
  suggestion: string | null;
}

interface AdviseSlugDependencies extends NameChecks {
  links: LinkFinder;
  origins: Origins;
}

/**
 * Checks whether a slug is free and suggests a free slug, made of the input or else of the link's name. Reveals no more
 * about a taken slug than opening its URL would. Throws `project_access_denied` and `not_found`.
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
