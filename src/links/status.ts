import type { LinkStatus } from "../core/vocabulary.ts";
import { onD1, settle } from "../platform/d1.ts";

/** Sets the status where it differs, and gives the link's short id; null where there is no such link. */
export const setStatus = (
  db: D1Database,
  id: string,
  status: LinkStatus,
  now: Date,
): Promise<string | null> => {
  // Sending it twice changes nothing, so an answer that was lost is settled by doing so.
  const write = async () => {
    const [, found] = await onD1(() =>
      db.batch<{ short_id: string }>([
        db
          .prepare(
            `UPDATE links SET status = ?2, version = version + 1, updated_at = ?3 WHERE id = ?1 AND status <> ?2`,
          )
          .bind(id, status, now.toISOString()),
        db.prepare("SELECT short_id FROM links WHERE id = ?1").bind(id),
      ]),
    );
    return found?.results[0]?.short_id ?? null;
  };
  return settle(write, async () => null);
};
