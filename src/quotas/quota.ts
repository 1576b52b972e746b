import { ServiceError } from "../core/errors.ts";

/** What an organization may use where nothing else is set for it; docs/operating.md says why so much. */
export const DEFAULT_QUOTAS = {
  /** Bytes of D1 that its links, codes and activity take, and for 24 hours the answers kept for repeated requests. */
  storedBytes: 2_000_000_000,
  /** Links that are created on one UTC day. */
  linksPerDay: 50_000,
  /** QR codes of one link. */
  codesPerLink: 500,
  /** Projects, archived ones included, as they are never deleted. */
  projects: 1_000,
  /** API keys that are neither revoked nor expired. */
  keys: 500,
  /** Domains, pending ones included. */
  domains: 20,
} as const;

/** What is limited for each organization. */
export type Quota = keyof typeof DEFAULT_QUOTAS;

/** Every quota. */
export const QUOTAS = Object.keys(DEFAULT_QUOTAS) as Quota[]; // the keys of the constant above

/** What each quota counts, in a sentence. */
export const QUOTA_WORDS: Record<Quota, string> = {
  storedBytes: "bytes stored by the organization",
  linksPerDay: "links created by the organization today (UTC)",
  codesPerLink: "QR codes of the link",
  projects: "projects of the organization",
  keys: "active API keys of the organization",
  domains: "domains of the organization",
};

/** How much of a quota is used. */
export interface QuotaUse {
  quota: Quota;
  used: number;
  allowed: number;
}

/** The error for a write that needs `more` than a quota has left. */
export function quotaExceeded({ quota, used, allowed }: QuotaUse, more: number): ServiceError {
  const words = QUOTA_WORDS[quota];
  const needed = more === 1 ? "" : `, and this needs ${more} more`;
  return new ServiceError(
    "quota_exceeded",
    `The quota is used up: ${used} of ${allowed} ${words} are used${needed}. Whoever operates the service can raise it.`,
    { details: [{ field: quota, message: `${used} of ${allowed} are used${needed}` }] },
  );
}

/** From this part of a quota on, owners are warned. */
const WARNED_FROM = 0.8;

/** Whether so much of a quota is used that owners should know. */
export const isNearlyUsed = ({ used, allowed }: QuotaUse): boolean => used >= allowed * WARNED_FROM;
