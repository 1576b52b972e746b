import type { Json } from "../requests.ts";

/** The expected service, as plain values. */

export type Organization = "acme" | "globex";
export const ORGANIZATIONS: readonly Organization[] = ["acme", "globex"];

/** The role of the person of an organization who is not its owner; null: not a member. */
export type PersonRole = "editor" | "viewer" | null;

/** A link as its callers defined it. */
export interface ModelLink {
  id: string;
  shortId: string;
  organization: Organization;
  /** Its current definition. */
  state: Json;
  /** The definition after each of its versions, the first at 0; a code makes a version with an equal definition. */
  versions: Json[];
  /** The identifiers of its codes. */
  codes: Set<string>;
  /** Its definitions and their ends, on the clock of the model; the last is the current definition. */
  said: { state: Json; until: number }[];
  visits: number;
  taps: number;
}

/** A completed write with an Idempotency-Key. */
export interface ModelClaim {
  organization: Organization;
  key: string;
  body: Json;
  link: ModelLink;
  text: string;
  /** On the clock of the model. */
  at: number;
}

export interface Model {
  /** The names of the organizations and people of this run. */
  names: Record<Organization, string>;
  links: ModelLink[];
  claims: ModelClaim[];
  /** Who has or had a slug, and since when. */
  slugs: Map<string, { link: ModelLink; since: number }>;
  /** Valid API keys, and revoked keys with their times. */
  keys: Record<Organization, { id: string; key: string }>;
  revoked: { id: string; key: string; at: number }[];
  people: Record<Organization, PersonRole>;
  /** How far the clock of the isolate is ahead, in milliseconds. */
  clock: number;
}

/** How long an isolate and KV may show old values, in milliseconds: RELIABILITY.md. */
export const FRESHNESS_MS = 70_000;
export const REVOCATION_MS = 10_000;
export const CLAIM_MS = 86_400_000;
/** The maximum of slugs that a link can have had. */
export const MAX_SLUGS = 10;

/** The response to a visit for a definition: a status and a location. `now` is the time of the visit. */
export function answerOf({ status, schedule = {}, customUrl, offers }: Json, now: number): string {
  if (status !== "active") return "410 off";
  const { activeFrom, activeUntil, endedUrl } = schedule;
  const outside =
    activeFrom !== undefined && now < Date.parse(activeFrom)
      ? "scheduled"
      : activeUntil !== undefined && now >= Date.parse(activeUntil)
        ? "ended"
        : undefined;
  if (outside !== undefined) return endedUrl === undefined ? `410 ${outside}` : `302 ${endedUrl}`;
  return offers ? "200" : `302 ${customUrl}`;
}

/** Records a new definition of a link. */
export function noteVersion(link: ModelLink, state: Json, now: number): void {
  const last = link.said.at(-1);
  if (last) last.until = now;
  link.state = state;
  link.versions.push(state);
  link.said.push({ state, until: Number.POSITIVE_INFINITY });
}

/** The possible definitions of a link: the current one, and recent ones. */
export const maySay = ({ said }: ModelLink, now: number): Json[] =>
  said.filter(({ until }) => until + FRESHNESS_MS >= now).map(({ state }) => state);

/** The slugs that a link has or had. */
export const slugsOf = ({ slugs }: Model, link: ModelLink): string[] =>
  [...slugs].filter(([, holder]) => holder.link === link).map(([slug]) => slug);

/** The element for a number chosen in advance; undefined for an empty list. */
export const chosen = <T>(list: readonly T[], choice: number): T | undefined => list[choice % list.length];
