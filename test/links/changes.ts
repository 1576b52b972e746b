import { expect } from "vitest";
import type { Link } from "../../src/features/links/link.ts";
import { type LinkChange, writeLinkChange } from "../../src/features/links/link-change-store.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { guardSql } from "../../src/ground/platform/guard.ts";
import { CREATED } from "./links.ts";

/** When links of tests are changed. */
export const LATER = new Date(CREATED.getTime() + 60_000);

/** A change of `before` into itself with these fields. */
export function changeOf(before: Link, fields: object, more: Partial<LinkChange> = {}): LinkChange {
  const updatedAt = LATER.toISOString();
  // Fields that go with the others.
  const after = {
    ...before,
    ...fields,
    version: before.version + 1,
    revision: before.revision + 1,
    updatedAt,
  } as Link;
  const activity: LinkChange["activity"] = {
    id: newId("act", LATER),
    organizationId: before.organizationId,
    at: updatedAt,
    actor: { type: "member", id: "mem_1" },
    object: { type: "link", id: before.id },
    changes: [{ field: "name", from: before.name, to: after.name }],
    linkId: before.id,
    destination: after.destination,
  };
  return { before, after, activity, claim: null, rows: () => [], ...more };
}

/** Writes changes to `db`; gives what came of each, with how often its followers wrote and it was recorded. */
export const writing = (db: D1Database) => async (change: LinkChange) => {
  const told: Link[] = [];
  const { id } = change.activity;
  const outcome = await writeLinkChange(db, {
    ...change,
    rows: (link, made) => {
      told.push(link);
      const sql = `INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at)
        SELECT ?1, 'acme', 'follower', 'follower' WHERE ${guardSql(made, 2)} ON CONFLICT DO NOTHING`;
      return [db.prepare(sql).bind(id, ...made.values)];
    },
  });
  const count = (rows: string) =>
    db.prepare(`SELECT count(*) AS n FROM ${rows} = ?1`).bind(id).first<number>("n");
  const hookedLinks = await count("link_changes WHERE changed_at = 'follower' AND short_id");
  const recorded = await count("activity WHERE id");
  expect(told).toEqual([change.after]);
  return [outcome.kind, hookedLinks, recorded];
};
