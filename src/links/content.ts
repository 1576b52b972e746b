import { onD1 } from "../platform/d1.ts";
import type { Link } from "./link.ts";
import { fromLinkRow, type LinkRow, type StoredLinkRow } from "./rows.ts";

/** The content of a link: that of its row, or its parts joined. */
export async function contentOf(db: D1Database, row: LinkRow): Promise<string> {
  if (row.content !== null) return row.content;
  const { results } = await onD1(() =>
    db
      .prepare("SELECT text FROM link_content_parts WHERE link_id = ?1 ORDER BY part")
      .bind(row.id)
      .all<{ text: string }>(),
  );
  return results.map(({ text }) => text).join("");
}

/** The links of `rows`, each with its whole content. */
export const fromRows = (db: D1Database, rows: readonly StoredLinkRow[]): Promise<Link[]> =>
  Promise.all(rows.map(async (row) => fromLinkRow(row, await contentOf(db, row))));
