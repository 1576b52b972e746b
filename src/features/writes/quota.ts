import { ServiceError } from "../../ground/core/errors.ts";

/** The default quotas; docs/operating.md explains the values. */
export const DEFAULT_QUOTAS = {
  /** Bytes in D1 for links, codes and activity, and for 24 hours the responses stored for repeated requests. */
  storedBytes: 2_000_000_000,
  /** Links created on a UTC day. */
  linksPerDay: 50_000,
  /** QR codes of a link. */
  codesPerLink: 500,
  /** Projects, including archived projects, which are never deleted. */
  projects: 1_000,
  /** API keys that are neither revoked nor expired. */
  keys: 500,
  /** Domains, including pending domains. */
  domains: 20,
} as const;

/** A resource that is limited per organization. */
export type Quota = keyof typeof DEFAULT_QUOTAS;

export const QUOTAS = Object.keys(DEFAULT_QUOTAS) as Quota[]; // the keys of the constant above

/** What each quota counts, as a phrase. */
export const QUOTA_LABELS: Record<Quota, string> = {
  storedBytes: "bytes stored by the organization",
  linksPerDay: "links created by the organization today (UTC)",
  codesPerLink: "QR codes of the link",
  projects: "projects of the organization",
  keys: "active API keys of the organization",
  domains: "domains of the organization",
};

export interface QuotaUse {
  quota: Quota;
  used: number;
  allowed: number;
}

/** The error for a write that needs `more` than a quota has left. */
export function quotaExceeded({ quota, used, allowed }: QuotaUse, more: number): ServiceError {
  const words = QUOTA_LABELS[quota];
  const needed = more === 1 ? "" : `; this request needs ${more} more`;
  return new ServiceError(
    "quota_exceeded",
    `The quota is exceeded: ${used} of ${allowed} ${words} are used${needed}. The operator of the service can raise the quota.`,
    { details: [{ field: quota, message: `${used} of ${allowed} are used${needed}` }] },
  );
}

/** The percentage of a quota from which owners are warned. */
const WARNED_FROM = 80;

export const isNearlyUsed = ({ used, allowed }: QuotaUse): boolean => used * 100 >= allowed * WARNED_FROM;
