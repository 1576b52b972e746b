import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";
import type { Comparison } from "./comparison.ts";
import type { VisitFilter } from "./filter.ts";
import type { Period } from "./period.ts";
import type { Interval } from "./range.ts";

/** What a shared report shows. Its readers can't change it. */
export interface SharedView {
  filter: VisitFilter;
  period: Period;
  interval: Interval;
  /** What the numbers are compared with; null: nothing. Absent in reports from before there was a choice: the period before. */
  compare?: Comparison | null;
  /** The projects that whoever shared it could use, where these were some and no other filter limits it; absent: all. */
  projects?: readonly string[];
}

/** A report that people without sign-in may read. Times are ISO 8601 in UTC. */
export interface SharedReport {
  id: string;
  organizationId: string;
  /** The id of the member who shared it. */
  createdBy: string;
  name: string;
  view: SharedView;
  createdAt: string;
  /** Null: it does not end. */
  expiresAt: string | null;
  revokedAt: string | null;
}

/** A shared report that was just made, with the secret of its address, which is stored nowhere. */
export interface NewSharedReport extends SharedReport {
  token: string;
}

/** A token has 32 random bytes, in 43 characters of base64url (RFC 4648, 5). */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new token. */
export const newToken = (random: (length: number) => Uint8Array): string =>
  btoa(String.fromCharCode(...random(TOKEN_BYTES)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** The hash under which a report is found by its token. */
export const tokenHash = (token: string): Promise<string> => sha256Hex(token);

/** Whether the report can be read, as of `now`. */
export const isReadable = (
  { revokedAt, expiresAt }: Pick<SharedReport, "revokedAt" | "expiresAt">,
  now: Date,
): boolean => revokedAt === null && (expiresAt === null || expiresAt > now.toISOString());

/** The 404 for reports that do not exist, belong to another organization, have ended or were revoked. */
export const reportNotFound = (): ServiceError => new ServiceError("not_found", "There is no such report.");
