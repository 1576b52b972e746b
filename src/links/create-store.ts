import { serviceUnavailable } from "../core/errors.ts";
import type { Claim } from "../idempotency/claim.ts";
import { type ClaimRange, claimsOfLinks, readClaims, scopesAreFree } from "../idempotency/claim-store.ts";
import { onD1, settle } from "../platform/d1.ts";
import { guardSql } from "../platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../platform/json-rows.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import { qrCodesOfLinks } from "../qr-codes/rows.ts";
import type { Link } from "./link.ts";
import { LINK_COLUMNS, toLinkRow } from "./rows.ts";

/** A new link, and what is written with it. */
export interface LinkWrite {
  link: Link;
  qrCode: QrCode | null;
  claim: Claim | null;
}

/** New links that are written in one transaction. */
export interface LinksWrite {
  writes: readonly LinkWrite[];
  /** The scopes of the whole request; null where the writes have no claims. */
  request: ClaimRange | null;
  /** Further statements. They take effect only for those of the links that were written. */
  rows: readonly D1PreparedStatement[];
}

/**
 * `claimed`: another request holds the idempotency scope, or a scope of the request with another body; the claim is
 * that of the other request. In every case but `written`, nothing of this link was written.
 */
export type LinkWriteOutcome =
  | { kind: "written" }
  | { kind: "claimed"; claim: Claim }
  | { kind: "short_id_taken" }
  | { kind: "project_missing" }
  | { kind: "project_archived" };

const COLUMNS = LINK_COLUMNS.join(", ");
/** A link that can't be written is left out, and the others are written all the same. */
const INSERT_LINKS = `${GIVEN_ROWS} INSERT INTO links (${COLUMNS}) SELECT ${givenValues(LINK_COLUMNS)} FROM given
  WHERE EXISTS (SELECT 1 FROM projects
      WHERE organization_id = value ->> 'organization_id' AND id = value ->> 'project_id' AND archived_at IS NULL)`;
/** Parts are written only if the link was, and never twice. */
const INSERT_PARTS = `${GIVEN_ROWS} INSERT INTO link_content_parts (link_id, part, text)
  SELECT ${givenValues(["link_id", "part", "text"])} FROM given
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'link_id')
  ON CONFLICT (link_id, part) DO NOTHING`;
const EXPLAIN = `${GIVEN_ROWS} SELECT value ->> 'id' AS id,
    EXISTS (SELECT 1 FROM links WHERE id = value ->> 'id') AS written,
    EXISTS (SELECT 1 FROM links WHERE short_id = value ->> 'shortId') AS taken,
    projects.id AS project_id, archived_at
  FROM given LEFT JOIN projects ON organization_id = value ->> 'organizationId' AND projects.id = value ->> 'projectId'`;

interface ExplainedRow {
  id: string;
  written: number;
  taken: number;
  project_id: string | null;
  archived_at: string | null;
}

/**
 * Writes the links in one transaction, in as few statements as possible whatever their number, and returns the outcome
 * of each, in order. Throws `service_unavailable`, and what D1 says of a row that violates a constraint; in that case
 * none of the links is written.
 */
export const writeLinks = (db: D1Database, write: LinksWrite): Promise<LinkWriteOutcome[]> =>
  settle(
    () => send(db, write),
    () => readBack(db, write),
  );

async function send(db: D1Database, { writes, request, rows }: LinksWrite): Promise<LinkWriteOutcome[]> {
  const stored = writes.map(({ link, claim }) => ({ ...toLinkRow(link), scope: claim?.scope ?? null }));
  const free = scopesAreFree(request, writes[0]?.link.createdAt ?? "");
  const insert = `${INSERT_LINKS} AND ${guardSql(free, 2)} ON CONFLICT DO NOTHING RETURNING id`;
  const inserts = jsonRows(stored.map(({ row, scope }) => ({ ...row, scope }))).map((json) =>
    db.prepare(insert).bind(json, ...free.values),
  );
  const parts = stored.flatMap((each) =>
    each.parts.map((text, part) => ({ link_id: each.row.id, part, text })),
  );
  const statements = [
    ...inserts,
    ...jsonRows(parts).map((json) => db.prepare(INSERT_PARTS).bind(json)),
    ...claimsOfLinks(
      db,
      writes.flatMap(({ claim }) => claim ?? []),
    ),
    ...qrCodesOfLinks(
      db,
      writes.flatMap(({ qrCode }) => qrCode ?? []),
    ),
    ...rows,
  ];
  const results = await onD1(() => db.batch<{ id: string }>(statements));
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

/** The outcomes, where a look at the tables settles them: a transaction that wrote one of the links was committed. */
async function readBack(db: D1Database, { writes, request }: LinksWrite): Promise<LinkWriteOutcome[] | null> {
  const found = await outcomes(db, writes, request);
  const settled = [...found.values()];
  const committed = settled.some((outcome) => outcome?.kind === "written");
  return committed || settled.every((outcome) => outcome !== null) ? explain(found, writes) : null;
}

/** What became of each of the links, by id; null where the tables don't tell. */
async function outcomes(
  db: D1Database,
  writes: readonly LinkWrite[],
  request: ClaimRange | null,
): Promise<Map<string, LinkWriteOutcome | null>> {
  const [first] = writes;
  const identities = writes.map(({ link: { id, shortId, organizationId, projectId } }) => ({
    id,
    shortId,
    organizationId,
    projectId,
  }));
  const explained = db.prepare(EXPLAIN).bind(JSON.stringify(identities));
  const [claims, { results }] = await Promise.all([
    request && first ? readClaims(db, request, first.link.createdAt) : [],
    onD1(() => explained.all<ExplainedRow>()),
  ]);
  const conflict = claims.find(({ fingerprint }) => fingerprint !== request?.fingerprint);
  const holders = new Map(claims.map((claim) => [claim.scope, claim]));
  const rows = new Map(results.map((row) => [row.id, row]));
  return new Map(
    writes.map(({ link, claim }): [string, LinkWriteOutcome | null] => {
      const row = rows.get(link.id);
      const holder = conflict ?? holders.get(claim?.scope ?? "");
      if (row?.written) return [link.id, { kind: "written" }];
      if (holder) return [link.id, { kind: "claimed", claim: holder }];
      if (!row || row.project_id === null) return [link.id, { kind: "project_missing" }];
      if (row.archived_at !== null) return [link.id, { kind: "project_archived" }];
      return [link.id, row.taken ? { kind: "short_id_taken" } : null];
    }),
  );
}

/** The outcome of each of the links, in order; those without one were written. Throws where nobody can tell it. */
const explain = (
  found: ReadonlyMap<string, LinkWriteOutcome | null>,
  writes: readonly LinkWrite[],
): LinkWriteOutcome[] =>
  writes.map(({ link }) => {
    const outcome = found.get(link.id);
    if (outcome === null)
      throw serviceUnavailable(new Error("what was in the way of a link is gone meanwhile"));
    return outcome ?? { kind: "written" };
  });
