import { allRows, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { GIVEN_ROWS } from "../../ground/platform/json-rows.ts";
import type { CountedProject } from "./cold-links.ts";
import { type ArchivedBlock, type ArchivedObject, MOVED_COLUMNS, type MovedRow } from "./visit-archives.ts";

/** Links whose rows are looked up at a time. */
const PER_PAGE = 200;
/** The bytes of a row; a longer one stays in D1. */
const MAX_ROW = 1_000_000;

const KEY = ["month", "link_id", "retailer"] as const;
const TEXTS = MOVED_COLUMNS.filter((name) => !KEY.some((each) => each === name));
const OF_PROJECT = "row.organization_id = ?1 AND row.project_id = ?2";

/** Needs no text of a row. */
const SIZES = `SELECT row.month, row.link_id, row.retailer, ${TEXTS.map((name) => `octet_length(row.${name})`).join(" + ")} AS size
  FROM json_each(?3) AS link CROSS JOIN json_each(?4) AS item CROSS JOIN visit_months AS row
  WHERE row.month = item.value AND ${OF_PROJECT} AND row.link_id = link.value ORDER BY row.link_id, row.month, row.retailer`;
const ROWS = `SELECT ${MOVED_COLUMNS.map((name) => `row.${name}`).join(", ")}
  FROM json_each(?3) AS item CROSS JOIN visit_months AS row
  WHERE ${KEY.map((name) => `row.${name} = item.value ->> '${name}'`).join(" AND ")} AND ${OF_PROJECT}
  ORDER BY row.link_id, row.month, row.retailer`;

type Measured = Pick<MovedRow, (typeof KEY)[number]> & { size: number };

/** Rows of links, for blocks of at most so many bytes, unless a row has more. */
export interface RowsQuery {
  months: readonly string[];
  linkIds: readonly string[];
  bytes: number;
}

/** The rows of links in months of a project, by block, in order of their link. */
export async function* rowsByBlock(
  db: D1Database,
  { organizationId, projectId }: CountedProject,
  { months, linkIds, bytes: most }: RowsQuery,
): AsyncGenerator<MovedRow[]> {
  for (let at = 0; at < linkIds.length; at += PER_PAGE) {
    const links = JSON.stringify(linkIds.slice(at, at + PER_PAGE));
    const values = [organizationId, projectId];
    const measured = await allRows<Measured>(db, SIZES, ...values, links, JSON.stringify(months));
    for (const keys of piecesOf(
      measured.filter(({ size }) => size <= MAX_ROW),
      most,
    ))
      yield await allRows<MovedRow>(db, ROWS, ...values, JSON.stringify(keys));
  }
}

function* piecesOf(measured: readonly Measured[], most: number): Generator<Measured[]> {
  let piece: Measured[] = [];
  let bytes = 0;
  for (const row of measured) {
    if (piece.length > 0 && bytes + row.size > most) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(row);
    bytes += row.size;
  }
  if (piece.length > 0) yield piece;
}

const OBJECT = "organization_id = ?1 AND project_id = ?2 AND year = ?3 AND part = ?4";
const objectValues = ({ organizationId, projectId, year, part }: ArchivedObject) => [
  organizationId,
  projectId,
  year,
  part,
];

/** Notes an object before it is written, so that what is left of it is known. Returns whether no other has its key. */
export const beginObject = async (db: D1Database, object: ArchivedObject): Promise<boolean> =>
  (await runStatement(
    db,
    "INSERT INTO visit_archives (organization_id, project_id, year, part) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
    ...objectValues(object),
  )) === 1;

const HAS_NO_BLOCK = `NOT EXISTS (SELECT 1 FROM visit_archive_blocks AS block WHERE block.organization_id = object.organization_id
  AND block.project_id = object.project_id AND block.year = object.year AND block.part = object.part)`;

/** Up to 100 objects without a block that were begun before a time, in milliseconds. */
export const findUnfinished = (db: D1Database, before: number): Promise<ArchivedObject[]> =>
  allRows<ArchivedObject>(
    db,
    `SELECT organization_id AS organizationId, project_id AS projectId, year, part FROM visit_archives AS object
    WHERE part < ?1 AND ${HAS_NO_BLOCK} LIMIT 100`,
    before,
  );

/** Forgets an object that has no block. */
export const forgetObject = (db: D1Database, object: ArchivedObject): Promise<number> =>
  runStatement(
    db,
    `DELETE FROM visit_archives AS object WHERE ${OBJECT} AND ${HAS_NO_BLOCK}`,
    ...objectValues(object),
  );

/** The month is NULL, which rolls back the transaction, unless all rows of ?12 are as they were written, and the object is noted. */
const NOTE = `${GIVEN_ROWS.replace("?1", "?12")} INSERT INTO visit_archive_blocks
    (organization_id, project_id, year, part, offset, length, first_link, last_link, links, size, months)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, iif(
    EXISTS (SELECT 1 FROM visit_archives WHERE ${OBJECT})
      AND (SELECT count(*) FROM given) = (SELECT count(*) FROM given CROSS JOIN visit_months AS row
        WHERE ${[...KEY, ...TEXTS].map((name) => `row.${name} IS value ->> '${name}'`).join(" AND ")} AND ${OF_PROJECT}), ?11, NULL)`;
const DELETE = `${GIVEN_ROWS.replace("?1", "?3")} DELETE FROM visit_months AS row WHERE ${OF_PROJECT}
  AND (row.month, row.link_id, row.retailer) IN (SELECT value ->> 'month', value ->> 'link_id', value ->> 'retailer' FROM given)`;

/** Whether the rows of a block changed, or were moved, since they were read. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("NOT NULL constraint failed: visit_archive_blocks.months");

/**
 * Notes a block and deletes its rows, which are those of its lines, in one transaction. Returns false and does nothing if a row
 * is not as in its line any longer.
 */
export async function moveBlock(
  db: D1Database,
  block: ArchivedBlock,
  lines: readonly string[],
): Promise<boolean> {
  const given = `[${lines.join(",")}]`;
  const { offset, length, firstLink, lastLink, links, size, months } = block;
  const values = [...objectValues(block), offset, length, firstLink, lastLink, links, size, months];
  try {
    await runBatch(db, [
      db.prepare(NOTE).bind(...values, given),
      db.prepare(DELETE).bind(block.organizationId, block.projectId, given),
    ]);
    return true;
  } catch (error) {
    if (isOutdated(error)) return false;
    throw error;
  }
}
