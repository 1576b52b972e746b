import type { Claim } from "./claim.ts";

/** A row of `idempotency_claims`. */
export interface ClaimRow {
  scope: string;
  owner: string;
  fingerprint: string;
  status: number;
  body: string;
  location: string | null;
  created_at: string;
  expires_at: string;
  organization_id: string | null;
}

/** The columns of a `ClaimRow`. */
export const CLAIM_COLUMNS =
  "scope, owner, fingerprint, status, body, location, created_at, expires_at, organization_id";

/**
 * Marks rows whose `body` is a receipt. Version 1.0 stored an HTTP answer in `status`, `body` and `location`. If it
 * still runs beside this version, it answers a repeat of such a request with 503: the client tries again, and nothing
 * is created twice.
 */
export const LEGACY_STATUS = 503;

/** The row of a claim. */
export const toClaimRow = (claim: Claim): ClaimRow => ({
  scope: claim.scope,
  owner: claim.owner,
  fingerprint: claim.fingerprint,
  status: LEGACY_STATUS,
  body: claim.receipt,
  location: null,
  created_at: claim.createdAt,
  expires_at: claim.expiresAt,
  organization_id: claim.organizationId ?? null,
});

/** The claim in a row. The receipt of a row from version 1.0 is made from the stored answer. */
export const fromClaimRow = ({ status, body, location, ...row }: ClaimRow): Claim => ({
  scope: row.scope,
  owner: row.owner,
  fingerprint: row.fingerprint,
  receipt: status === LEGACY_STATUS ? body : JSON.stringify({ status, body, location }),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  organizationId: row.organization_id ?? undefined,
});
