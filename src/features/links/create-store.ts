import { type ServiceError, serviceUnavailable } from "../../ground/core/errors.ts";
import { allRows, runBatch, settle } from "../../ground/platform/d1.ts";
import { ALWAYS } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonArrays } from "../../ground/platform/json-rows.ts";
import { addressStatements, isConfirmedDomain, takenNameOf } from "../addresses/address-statements.ts";
import { newAddresses, uniqueNames } from "../addresses/taken-names.ts";
import { type QrCode, qrCodesOfLinks } from "../qr-codes/qr-code.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { type ClaimRange, claimsOfLinks, isScopeFree, readClaims } from "../writes/claim-store.ts";
import { bytesDemand, linksDemand, quotaError, remainingForLinks } from "../writes/quota-check.ts";
import { countLinksStatement, LINK_BYTES } from "../writes/usage-statements.ts";
import type { Link } from "./link.ts";
import { bytesOfRow, LINK_COLUMNS, rowJson, toLinkRow, type WrittenLinkRow } from "./link-rows.ts";
import { tagStatements } from "./tag-store.ts";

/** A new link with the rows that belong to it. */
export interface LinkWrite {
  link: Link;
  qrCode: QrCode | null;
  /** The code of its GTIN's address, if any. */
  gtinCode?: QrCode | null;
  claim: Claim | null;
  own?: string | undefined; // JSON of the affiliate settings that its project must have
}

/** New links to write in one transaction. */
export interface LinksWrite {
  writes: readonly LinkWrite[];
  /** The idempotency scopes of the whole request; null if the writes have no claims. */
  request: ClaimRange | null;
  /** Further statements. They take effect only for links that were written. */
  rows: readonly D1PreparedStatement[];
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

const COLUMNS = [...LINK_COLUMNS, "search_text"];

/** The first of a link's names that is taken; NULL if all are free. `rows` has links as JSON. */
const takenNameIn = (rows: string): string =>
  takenNameOf(`${rows}.value ->> 'domain'`, `${rows}.value -> 'names'`, `${rows}.value ->> 'id'`);

/**
 * Skips links that can't be written and writes the others. Above a quota, skips the first link that doesn't fit and all
 * after it. `room` is the remaining quota.
 */
const INSERT_LINKS = `WITH
  room AS MATERIALIZED (${remainingForLinks("?2", "?3")}),
  every AS MATERIALIZED (SELECT key, value FROM json_each(?1)),
  given AS MATERIALIZED (SELECT value,
      sum(value ->> 'bytes') OVER (ORDER BY key) AS bytes, row_number() OVER (ORDER BY key) AS links
    FROM every WHERE EXISTS (SELECT 1 FROM projects
        WHERE organization_id = value ->> 'organization_id' AND id = value ->> 'project_id' AND archived_at IS NULL
          AND settings -> '$.affiliate' IS value ->> 'own')
      AND ${takenNameIn("every")} IS NULL
      AND (value ->> 'domain' = '' OR ${isConfirmedDomain("value ->> 'domain'", "value ->> 'organization_id'")})
      AND ${isScopeFree({ scope: "value ->> 'scope'", first: "?5", last: "?6", fingerprint: "?7", now: "?4" })})
  INSERT INTO links (${COLUMNS.join(", ")}) SELECT ${givenValues(COLUMNS)} FROM given
  WHERE given.bytes <= (SELECT bytes FROM room) AND given.links <= (SELECT links FROM room)
  ON CONFLICT DO NOTHING RETURNING id`;
/**
 * Sums the links that this transaction wrote: links without an activity record, which is written later in the same
 * transaction. A transaction that is sent again counts nothing.
 */
const NEW_LINKS = `SELECT sum(value ->> 'bytes') AS bytes, count(*) AS links FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'id')
    AND NOT EXISTS (SELECT 1 FROM activity WHERE link_id = value ->> 'id')`;
const EXPLAIN = `${GIVEN_ROWS} SELECT value ->> 'id' AS id,
    EXISTS (SELECT 1 FROM links WHERE id = value ->> 'id') AS written,
    EXISTS (SELECT 1 FROM links WHERE short_id = value ->> 'shortId') AS taken,
    ${takenNameIn("given")} AS taken_name,
    value ->> 'domain' <> ''
      AND NOT ${isConfirmedDomain("value ->> 'domain'", "value ->> 'organizationId'")} AS domain_missing,
    projects.id AS project_id, archived_at, settings -> '$.affiliate' AS own
  FROM given LEFT JOIN projects ON organization_id = value ->> 'organizationId' AND projects.id = value ->> 'projectId'`;

interface ExplainedRow {
  id: string;
  written: number;
  taken: number;
  taken_name: string | null;
  domain_missing: number;
  project_id: string | null;
  archived_at: string | null;
  own: string | null;
}

/**
 * Writes the links in one transaction, with a fixed number of statements, and returns the outcome of each, in order. The
 * links have different names. Throws D1's error for a row that violates a constraint; then no link is written.
 */
export const writeLinks = (db: D1Database, write: LinksWrite): Promise<LinkWriteOutcome[]> =>
  settle(
    () => send(db, write),
    () => readBack(db, write),
  );

async function send(db: D1Database, { writes, request, rows }: LinksWrite): Promise<LinkWriteOutcome[]> {
  const { organizationId = "", createdAt = "" } = writes[0]?.link ?? {};
  const day = createdAt.slice(0, DAY_LENGTH);
  const { first = "", last = "", fingerprint = "" } = request ?? {};
  const common = [organizationId, day, createdAt, first, last, fingerprint];
  const rowsToWrite = writes.map(({ link, claim, own }) => {
    const row = toLinkRow(link);
    const bytes = creationBytes(row, claim);
    return {
      id: link.id,
      bytes,
      json: rowJson(row, { names: namesOf(link), scope: claim?.scope ?? null, own, bytes }),
    };
  });
  const inserts = jsonArrays(rowsToWrite.map(({ json }) => json)).map((json) =>
    db.prepare(INSERT_LINKS).bind(json, ...common),
  );
  const counted = JSON.stringify(rowsToWrite.map(({ id, bytes }) => ({ id, bytes })));
  const statements = [
    ...inserts,
    countLinksStatement(db, organizationId, day, { sql: NEW_LINKS, values: [counted] }),
    ...claimsOfLinks(
      db,
      writes.flatMap(({ claim }) => claim ?? []),
    ),
    ...qrCodesOfLinks(
      db,
      writes.flatMap(({ qrCode, gtinCode }) => [qrCode, gtinCode].flatMap((each) => each ?? [])),
    ),
    ...addressStatements(
      db,
      writes.flatMap(({ link }) => newAddresses(link, link, link.createdAt)),
      ALWAYS,
    ),
    ...tagStatements(
      db,
      writes.map(({ link }) => link),
      ALWAYS,
    ),
    ...rows,
  ];
  const results = await runBatch<{ id: string }>(db, statements);
  const written = new Set(
    results.slice(0, inserts.length).flatMap((each) => each.results.map(({ id }) => id)),
  );
  if (written.size === writes.length) return writes.map(() => ({ kind: "written" }));
  return explain(
    await outcomes(
      db,
      writes.filter(({ link }) => !written.has(link.id)),
      request,
    ),
    writes,
  );
}

const namesOf = (link: Link): string[] => uniqueNames(link).map(({ name }) => name);

/** Length of the date in an ISO 8601 time. */
const DAY_LENGTH = 10;

/** Bytes that a creation stores in total. */
const creationBytes = (row: WrittenLinkRow, claim: Claim | null): number =>
  LINK_BYTES + bytesOfRow(row) + receiptBytes(claim);

/** The outcomes, if the tables determine them: if one of the links exists, the transaction was committed. */
async function readBack(db: D1Database, { writes, request }: LinksWrite): Promise<LinkWriteOutcome[] | null> {
  const found = await outcomes(db, writes, request);
  const settled = [...found.values()];
  const committed = settled.some((outcome) => outcome?.kind === "written");
  return committed || settled.every((outcome) => outcome !== null) ? explain(found, writes) : null;
}

/** The outcome of each link, by id; null if the tables don't determine it. */
async function outcomes(
  db: D1Database,
  writes: readonly LinkWrite[],
  request: ClaimRange | null,
): Promise<Map<string, LinkWriteOutcome | null>> {
  const [first] = writes;
  const links = JSON.stringify(
    writes.map(({ link }) => {
      const { id, shortId, domain, organizationId, projectId } = link;
      return { id, shortId, domain, names: namesOf(link), organizationId, projectId };
    }),
  );
  const [claims, results] = await Promise.all([
    request && first ? readClaims(db, request, first.link.createdAt) : [],
    allRows<ExplainedRow>(db, EXPLAIN, links),
  ]);
  const conflict = claims.find(({ fingerprint }) => fingerprint !== request?.fingerprint);
  const holders = new Map(claims.map((claim) => [claim.scope, claim]));
  const rows = new Map(results.map((row) => [row.id, row]));
  const found = new Map(
    writes.map(({ link, claim, own }): [string, LinkWriteOutcome | null] => {
      const row = rows.get(link.id);
      const holder = conflict ?? holders.get(claim?.scope ?? "");
      if (row?.written) return [link.id, { kind: "written" }];
      if (holder) return [link.id, { kind: "claimed", claim: holder }];
      if (!row || row.project_id === null) return [link.id, { kind: "project_missing" }];
      if (row.archived_at !== null) return [link.id, { kind: "project_archived" }];
      if (row.own !== (own ?? null)) return [link.id, { kind: "affiliate_changed", own: row.own }];
      if (row.domain_missing) return [link.id, { kind: "domain_missing" }];
      if (row.taken_name !== null) return [link.id, { kind: "name_taken", name: row.taken_name }];
      return [link.id, row.taken ? { kind: "short_id_taken" } : null];
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
    linksDemand(organizationId, createdAt.slice(0, DAY_LENGTH), 1),
    bytesDemand(organizationId, creationBytes(toLinkRow(first.link), first.claim)),
  ]);
}

/** The outcome of each link, in order; links without an entry were written. Throws for unknown outcomes. */
const explain = (
  found: ReadonlyMap<string, LinkWriteOutcome | null>,
  writes: readonly LinkWrite[],
): LinkWriteOutcome[] =>
  writes.map(({ link }) => {
    const outcome = found.get(link.id);
    if (outcome === null)
      throw serviceUnavailable(new Error("the obstacle to writing a link has disappeared"));
    return outcome ?? { kind: "written" };
  });
