import type { ServiceError } from "../../ground/core/errors.ts";
import { allRows } from "../../ground/platform/d1.ts";
import { GIVEN_ROWS } from "../../ground/platform/json-rows.ts";
import { isConfirmedDomain, takenNameOf } from "../addresses/address-statements.ts";
import { uniqueNames } from "../addresses/taken-names.ts";
import { type Claim, type ClaimRange, receiptBytes } from "../writes/claim.ts";
import { readClaims } from "../writes/claim-store.ts";
import { bytesDemand, linksDemand, quotaError } from "../writes/quota-check.ts";
import { LINK_BYTES } from "../writes/usage-statements.ts";
import type { Link } from "./link.ts";
import { bytesOfRow, toLinkRow, type WrittenLinkRow } from "./link-rows.ts";
import type { LinkWrite, LinkWriteOutcome } from "./link-write.ts";

/** The first of a link's names that is taken; NULL if all are free. `rows` has links as JSON. */
export const takenNameIn = (rows: string): string =>
  takenNameOf(`${rows}.value ->> 'domain'`, `${rows}.value -> 'names'`, `${rows}.value ->> 'id'`);

/** Whether each link was written, and what keeps it from being written. Parameter: ?1 the links as JSON. */
const OBSTACLES = `${GIVEN_ROWS} SELECT value ->> 'id' AS id,
    EXISTS (SELECT 1 FROM links WHERE id = value ->> 'id') AS written,
    projects.id IS NULL AS project_missing,
    archived_at IS NOT NULL AS project_archived,
    settings -> '$.affiliate' AS own,
    settings -> '$.affiliate' IS NOT value ->> 'own' AS affiliate_changed,
    value ->> 'domain' <> ''
      AND NOT ${isConfirmedDomain("value ->> 'domain'", "value ->> 'organizationId'")} AS domain_missing,
    ${takenNameIn("given")} AS name_taken,
    EXISTS (SELECT 1 FROM links WHERE short_id = value ->> 'shortId') AS short_id_taken
  FROM given LEFT JOIN projects ON organization_id = value ->> 'organizationId' AND projects.id = value ->> 'projectId'`;

interface ObstacleRow {
  id: string;
  written: number;
  project_missing: number;
  project_archived: number;
  own: string | null;
  affiliate_changed: number;
  domain_missing: number;
  name_taken: string | null;
  short_id_taken: number;
}

/** The outcome by column of `OBSTACLES`. The first column that is neither 0 nor NULL decides. */
const OUTCOMES: readonly [column: keyof ObstacleRow, outcome: (row: ObstacleRow) => LinkWriteOutcome][] = [
  ["project_missing", () => ({ kind: "project_missing" })],
  ["project_archived", () => ({ kind: "project_archived" })],
  ["affiliate_changed", ({ own }) => ({ kind: "affiliate_changed", own })],
  ["domain_missing", () => ({ kind: "domain_missing" })],
  ["name_taken", ({ name_taken: name }) => ({ kind: "name_taken", name: name ?? "" })],
  ["short_id_taken", () => ({ kind: "short_id_taken" })],
];

/** The unique names of a link on its domain. */
export const namesOf = (link: Link): string[] => uniqueNames(link).map(({ name }) => name);

/** Length of the date in an ISO 8601 time. */
const DAY_LENGTH = 10;

/** The UTC day of an ISO 8601 time. */
export const dayOf = (time: string): string => time.slice(0, DAY_LENGTH);

/** Bytes that a creation stores in total. */
export const creationBytes = (row: WrittenLinkRow, claim: Claim | null): number =>
  LINK_BYTES + bytesOfRow(row) + receiptBytes(claim);

/**
 * The outcome of each link, by id; null if the tables don't determine it. A link that exists was written; else an earlier
 * claim decides, then `OUTCOMES`, then the quotas.
 */
export async function outcomes(
  db: D1Database,
  writes: readonly LinkWrite[],
  request: ClaimRange | null,
): Promise<Map<string, LinkWriteOutcome | null>> {
  const [first] = writes;
  const links = JSON.stringify(
    writes.map(({ link, own }) => {
      const { id, shortId, domain, organizationId, projectId } = link;
      return { id, shortId, domain, names: namesOf(link), organizationId, projectId, own };
    }),
  );
  const [claims, results] = await Promise.all([
    request && first ? readClaims(db, request, first.link.createdAt) : [],
    allRows<ObstacleRow>(db, OBSTACLES, links),
  ]);
  const conflict = claims.find(({ fingerprint }) => fingerprint !== request?.fingerprint);
  const holders = new Map(claims.map((claim) => [claim.scope, claim]));
  const rows = new Map(results.map((row) => [row.id, row]));
  const found = new Map(
    writes.map(({ link, claim }): [string, LinkWriteOutcome | null] => {
      const row = rows.get(link.id);
      if (!row) throw new TypeError("a link without a row");
      const holder = conflict ?? holders.get(claim?.scope ?? "");
      if (row.written) return [link.id, { kind: "written" }];
      if (holder) return [link.id, { kind: "claimed", claim: holder }];
      const [, outcome] = OUTCOMES.find(([column]) => row[column] !== null && row[column] !== 0) ?? [];
      return [link.id, outcome?.(row) ?? null];
    }),
  );
  const open = writes.filter(({ link }) => found.get(link.id) === null);
  const error = await quotaErrorFor(db, open);
  return error
    ? new Map([...found, ...open.map(({ link }) => [link.id, { kind: "quota_exceeded", error }] as const)])
    : found;
}

/** The error if these links exceeded a quota: then the first link is the one that did not fit. */
async function quotaErrorFor(db: D1Database, [first]: readonly LinkWrite[]): Promise<ServiceError | null> {
  if (!first) return null;
  const { organizationId, createdAt } = first.link;
  return quotaError(db, organizationId, [
    linksDemand(organizationId, dayOf(createdAt), 1),
    bytesDemand(organizationId, creationBytes(toLinkRow(first.link), first.claim)),
  ]);
}
