import type { Claim } from "./claim.ts";

/** A row of `idempotency_claims`. */
export interface ClaimRow {
  scope: string;
  owner: string;
  fingerprint: string;
  receipt: string;
  created_at: string;
  expires_at: string;
  organization_id: string;
}

/** The columns of a `ClaimRow`. */
export const CLAIM_COLUMNS = "scope, owner, fingerprint, receipt, created_at, expires_at, organization_id";

/** The row of a claim. */
export const toClaimRow = (claim: Claim): ClaimRow => ({
  scope: claim.scope,
  owner: claim.owner,
  fingerprint: claim.fingerprint,
  receipt: claim.receipt,
  created_at: claim.createdAt,
  expires_at: claim.expiresAt,
  organization_id: claim.organizationId,
});

/** The claim in a row. */
export const fromClaimRow = (row: ClaimRow): Claim => ({
  scope: row.scope,
  owner: row.owner,
  fingerprint: row.fingerprint,
  receipt: row.receipt,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  organizationId: row.organization_id,
});
