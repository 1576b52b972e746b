import type { DatabaseSync } from "node:sqlite";
import { BLOCK_COLUMNS } from "../../../features/visits/archive-blocks.ts";
import { type ArchivedBlock, archiveKey, linesIn, rowIn } from "../../../features/visits/visit-archives.ts";
import { allRows } from "../../../ground/platform/d1.ts";
import { CommandError } from "../command-line/command.ts";
import type { LoadedArchive } from "./load-archive.ts";

const BLOCKS = `SELECT ${BLOCK_COLUMNS} FROM visit_archive_blocks AS block WHERE organization_id = ?1
  ORDER BY project_id, year, part, offset`;
const YEARS = "SELECT DISTINCT substr(month, 1, 4) AS year FROM visit_months WHERE link_id <> ''";
const DELETE = `DELETE FROM visit_months WHERE organization_id = ? AND project_id = ? AND month = ? AND link_id = ? AND retailer = ?`;

/** SQL for the number of blocks of the organization of a row, of which `value` is JSON. */
const MOVED = `(SELECT count(*) FROM visit_archive_blocks WHERE organization_id = value ->> 'organization_id')`;

/** Rows of months of an organization that its database moved into R2. */
export interface MovedMonths {
  /** A condition in SQL: no more were moved since. */
  isSame: string;
  /** Throws CommandError if more were moved, so that rows of months were not written. */
  check(): Promise<void>;
}

/**
 * Removes the rows of months from an archive that the database has in R2: what an earlier import wrote can have been moved there.
 * `read` returns an object.
 */
export async function dropMovedMonths(
  { organizationId, rows }: LoadedArchive,
  db: D1Database,
  read: (key: string) => Promise<Uint8Array>,
): Promise<MovedMonths> {
  const blocks = await allRows<ArchivedBlock>(db, BLOCKS, organizationId);
  const years = rows
    .prepare(YEARS)
    .all()
    .map(({ year }) => String(year));
  const needed = blocks.filter(({ year }) => years.includes(year));
  for (const [key, some] of Map.groupBy(needed, archiveKey)) {
    const object = await read(key);
    for (const { projectId, offset, length } of some) {
      const lines = await linesIn(object.slice(offset, offset + length));
      drop(rows, organizationId, projectId, lines);
    }
  }
  const count = async () => (await allRows(db, BLOCKS, organizationId)).length;
  return {
    isSame: `${MOVED} = ${blocks.length}`,
    async check() {
      if ((await count()) !== blocks.length)
        throw new CommandError(
          "The cron moved old visits into R2 meanwhile. Run the command again: it writes what is missing.",
        );
    },
  };
}

function drop(rows: DatabaseSync, organizationId: string, projectId: string, lines: readonly string[]): void {
  const statement = rows.prepare(DELETE);
  rows.exec("BEGIN");
  for (const line of lines) {
    const { month, link_id: linkId, retailer } = rowIn(line);
    statement.run(organizationId, projectId, month, linkId, retailer);
  }
  rows.exec("COMMIT");
}
