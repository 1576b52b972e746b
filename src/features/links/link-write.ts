import type { ServiceError } from "../../ground/core/errors.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import type { Claim, ClaimRange } from "../writes/claim.ts";
import type { Link } from "./link.ts";
import type { Warning } from "./warning-codes.ts";

/** A link and its default QR code. */
export interface LinkWithQrCode {
  link: Link;
  qrCode: QrCode | null;
}

/** The same after a write, with the warnings about it. */
export interface WrittenLink extends LinkWithQrCode {
  /** Absent if the caller did not ask for them. */
  warnings?: readonly Warning[];
}

/** A new link with the rows that belong to it. */
export interface LinkWrite {
  link: Link;
  qrCode: QrCode | null;
  /** The code of its GTIN's address, if any. */
  gtinCode?: QrCode | null;
  claim: Claim | null;
  own?: string | undefined; // JSON of the affiliate settings that its project must have
}

/**
 * `claimed`: another request holds the idempotency scope, or a scope of this request with another body; `claim` belongs
 * to that request. In every case but `written`, nothing of this link was written.
 */
export type LinkWriteOutcome =
  | { kind: "written" }
  | { kind: "claimed"; claim: Claim }
  | { kind: "short_id_taken" }
  | { kind: "name_taken"; name: string }
  | { kind: "domain_missing" }
  | { kind: "affiliate_changed"; own: string | null }
  | { kind: "project_missing" }
  | { kind: "project_archived" }
  | { kind: "quota_exceeded"; error: ServiceError };

/** New links to write in one transaction. */
export interface LinksWrite {
  writes: readonly LinkWrite[];
  /** The idempotency scopes of the whole request; null if the writes have no claims. */
  request: ClaimRange | null;
  /** Further statements. They take effect only for links that were written. */
  rows: readonly D1PreparedStatement[];
}

/** Writes new links. Of links with the same name, the first gets it. */
export interface LinkWriter {
  create(write: LinksWrite): Promise<LinkWriteOutcome[]>;
}
