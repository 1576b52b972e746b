import type { Json } from "../requests.ts";

/** What the service should be, as plain values. */

export type Organization = "acme" | "globex";
export const ORGANIZATIONS: readonly Organization[] = ["acme", "globex"];

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
  /** Where it led and when that ended, on the clock of the model; the last is what it says now. */
  leads: { to: string | null; until: number }[];
  visits: number;
}

/** A write with an Idempotency-Key that was made. */
export interface ModelClaim {
  organization: Organization;
  key: string;
  body: Json;
  link: ModelLink;
  text: string;
}

export interface Model {
  links: ModelLink[];
  claims: ModelClaim[];
  /** Keys of the API that work, and those that were revoked, by when. */
  keys: Record<Organization, { id: string; key: string }>;
  revoked: { key: string; at: number }[];
  /** How far the clock of the isolate is ahead, in milliseconds. */
  clock: number;
}

/** How long an isolate and KV may still say what was, in milliseconds: SECURITY.md. */
export const FRESHNESS_MS = 70_000;
export const REVOCATION_MS = 10_000;

/** Where a link leads: null where it is switched off. */
export const leadsTo = ({ customUrl, status }: Json): string | null =>
  status === "active" ? new URL(customUrl).href : null;

/** Notes that a link says something else from now on. */
export function noteVersion(link: ModelLink, state: Json, now: number): void {
  const last = link.leads.at(-1);
  if (last) last.until = now;
  link.state = state;
  link.versions.push(state);
  link.leads.push({ to: leadsTo(state), until: Number.POSITIVE_INFINITY });
}

/** Where a visit may end now: what the link says, and what it said until a moment ago. */
export const mayLeadTo = ({ leads }: ModelLink, now: number): (string | null)[] =>
  leads.filter(({ until }) => until + FRESHNESS_MS >= now).map(({ to }) => to);

/** The element that a number chosen beforehand stands for; undefined where there are none. */
export const chosen = <T>(list: readonly T[], choice: number): T | undefined => list[choice % list.length];
