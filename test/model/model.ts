import type { Json } from "../requests.ts";

/** What the service should be, as plain values. */

export type Organization = "acme" | "globex";
export const ORGANIZATIONS: readonly Organization[] = ["acme", "globex"];

/** Of the person of an organization who is not its owner; null: no member. */
export type PersonRole = "editor" | "viewer" | null;

/** A link as callers have made it. */
export interface ModelLink {
  id: string;
  shortId: string;
  organization: Organization;
  /** What its definition says now. */
  state: Json;
  /** What it said after each of its versions, the first at 0; a code makes a version that says the same. */
  versions: Json[];
  /** The identifiers of its codes. */
  codes: Set<string>;
  /** What it said and until when, on the clock of the model; the last is what it says now. */
  said: { state: Json; until: number }[];
  visits: number;
  taps: number;
}

/** A write with an Idempotency-Key that was made. */
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
  /** What the organizations and people of this run are called. */
  names: Record<Organization, string>;
  links: ModelLink[];
  claims: ModelClaim[];
  /** Who has or had a slug, and since when. */
  slugs: Map<string, { link: ModelLink; since: number }>;
  /** Keys of the API that work, and those that were revoked, by when. */
  keys: Record<Organization, { id: string; key: string }>;
  revoked: { id: string; key: string; at: number }[];
  people: Record<Organization, PersonRole>;
  /** How far the clock of the isolate is ahead, in milliseconds. */
  clock: number;
}

/** How long an isolate and KV may still say what was, in milliseconds: RELIABILITY.md. */
export const FRESHNESS_MS = 70_000;
export const REVOCATION_MS = 10_000;
export const CLAIM_MS = 86_400_000;
/** The most slugs that a link can have had. */
export const MAX_SLUGS = 10;

/** What a visit is answered where the definition is this: a status, and where it leads. `now` is the time of the visit. */
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

/** Notes that a link says something else from now on. */
export function noteVersion(link: ModelLink, state: Json, now: number): void {
  const last = link.said.at(-1);
  if (last) last.until = now;
  link.state = state;
  link.versions.push(state);
  link.said.push({ state, until: Number.POSITIVE_INFINITY });
}

/** What a link may be taken to say: what it says, and what it said until a moment ago. */
export const maySay = ({ said }: ModelLink, now: number): Json[] =>
  said.filter(({ until }) => until + FRESHNESS_MS >= now).map(({ state }) => state);

/** The slugs that a link has or had. */
export const slugsOf = ({ slugs }: Model, link: ModelLink): string[] =>
  [...slugs].filter(([, holder]) => holder.link === link).map(([slug]) => slug);

/** The element that a number chosen beforehand stands for; undefined where there are none. */
export const chosen = <T>(list: readonly T[], choice: number): T | undefined => list[choice % list.length];
