import { serviceUnavailable } from "../../ground/core/errors.ts";
import { runBatch, settle } from "../../ground/platform/d1.ts";
import { ALWAYS } from "../../ground/platform/guard.ts";
import { givenValues, jsonArrays } from "../../ground/platform/json-rows.ts";
import { addressStatements, isConfirmedDomain } from "../addresses/address-statements.ts";
import { newAddresses } from "../addresses/taken-names.ts";
import { qrCodesOfLinks } from "../qr-codes/qr-code.ts";
import { claimsOfLinks, isScopeFree } from "../writes/claim-store.ts";
import { remainingForLinks } from "../writes/quota-check.ts";
import { countLinksStatement } from "../writes/usage-statements.ts";
import { creationBytes, dayOf, namesOf, outcomes, takenNameIn } from "./create-outcome.ts";
import { LINK_COLUMNS, rowJson, toLinkRow } from "./link-rows.ts";
import type { LinksWrite, LinkWrite, LinkWriteOutcome } from "./link-write.ts";
import { tagStatements } from "./tag-store.ts";

const COLUMNS = [...LINK_COLUMNS, "search_text"];

/** The links to write, in order, as objects with a member for each column and with `names`, `scope`, `own` and `bytes`. */
const SENT = "SELECT key, value FROM json_each(?1)";
/** Whether the project exists, is not archived and has the affiliate settings that the link assumes. */
const HAS_PROJECT = `EXISTS (SELECT 1 FROM projects
  WHERE organization_id = value ->> 'organization_id' AND id = value ->> 'project_id' AND archived_at IS NULL
    AND settings -> '$.affiliate' IS value ->> 'own')`;
/** Whether all of the link's names are free. */
const HAS_NAMES = `${takenNameIn("sent")} IS NULL`;
/** Whether the link is on the default host or on a confirmed domain of its organization. */
const HAS_DOMAIN = `(value ->> 'domain' = ''
  OR ${isConfirmedDomain("value ->> 'domain'", "value ->> 'organization_id'")})`;
/** Whether no earlier request has the link's scope, and none with another body has a scope of this request. */
const HAS_SCOPE = isScopeFree({
  scope: "value ->> 'scope'",
  first: "?5",
  last: "?6",
  fingerprint: "?7",
  now: "?4",
});
/** The links that can be written apart from the quotas, each with the sum of bytes and the number of links up to it. */
const WRITABLE = `SELECT value,
    sum(value ->> 'bytes') OVER (ORDER BY key) AS bytes_so_far,
    row_number() OVER (ORDER BY key) AS links_so_far
  FROM sent WHERE ${HAS_PROJECT} AND ${HAS_NAMES} AND ${HAS_DOMAIN} AND ${HAS_SCOPE}`;
/** Whether the quotas have room for the link and for all before it. */
const IS_WITHIN_QUOTAS = `bytes_so_far <= (SELECT bytes FROM remaining)
  AND links_so_far <= (SELECT links FROM remaining)`;
/**
 * Skips links that can't be written and writes the others. Above a quota, skips the first link that doesn't fit and all
 * after it. Parameters: ?1 the links as JSON, ?2 their organization, ?3 the UTC day, ?4 the time, and of the request
 * ?5 its first scope, ?6 its last scope and ?7 its fingerprint.
 */
const INSERT_LINKS = `WITH
  remaining AS MATERIALIZED (${remainingForLinks("?2", "?3")}),
  sent AS MATERIALIZED (${SENT}),
  writable AS MATERIALIZED (${WRITABLE})
  INSERT INTO links (${COLUMNS.join(", ")}) SELECT ${givenValues(COLUMNS)} FROM writable
  WHERE ${IS_WITHIN_QUOTAS} ON CONFLICT DO NOTHING RETURNING id`;
/**
 * Sums the links that this transaction wrote: links without an activity record, which is written later in the same
 * transaction. A transaction that is sent again counts nothing.
 */
const NEW_LINKS = `SELECT sum(value ->> 'bytes') AS bytes, count(*) AS links FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'id')
    AND NOT EXISTS (SELECT 1 FROM activity WHERE link_id = value ->> 'id')`;

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
  const day = dayOf(createdAt);
  const { first = "", last = "", fingerprint = "" } = request ?? {};
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
    db.prepare(INSERT_LINKS).bind(json, organizationId, day, createdAt, first, last, fingerprint),
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

/** The outcomes, if the tables determine them: if one of the links exists, the transaction was committed. */
async function readBack(db: D1Database, { writes, request }: LinksWrite): Promise<LinkWriteOutcome[] | null> {
  const found = await outcomes(db, writes, request);
  const settled = [...found.values()];
  const committed = settled.some((outcome) => outcome?.kind === "written");
  return committed || settled.every((outcome) => outcome !== null) ? explain(found, writes) : null;
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
