import type { Claim } from "./claim.ts";

export interface ClaimRow {
  scope: string;
  owner: string;
  fingerprint: string;
  status: number;
  body: string;
  location: string | null;
  created_at: string;
  expires_at: string;
}

export const CLAIM_COLUMNS = "scope, owner, fingerprint, status, body, location, created_at, expires_at";

/**
 * Version 1.0 kept an HTTP answer in `status`, `body` and `location`. A receipt stands in `body`, marked by this
 * status: should version 1.0 still run beside ours, it answers such a repeat with 503, which is tried again, and
 * doubles nothing.
 */
export const LEGACY_STATUS = 503;

/** The claim in a row; of a row of version 1.0, the receipt is made from its answer. */
export const fromClaimRow = ({ status, body, location, ...row }: ClaimRow): Claim => ({
  scope: row.scope,
  owner: row.owner,
  fingerprint: row.fingerprint,
  receipt: status === LEGACY_STATUS ? body : JSON.stringify({ status, body, location }),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
