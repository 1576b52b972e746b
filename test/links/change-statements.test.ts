import { describe, expect, test } from "vitest";
import { activityBytes } from "../../src/features/audit/activity-statements.ts";
import { linkChangeStatements, unrecordedLinkChange } from "../../src/features/links/change-statements.ts";
import type { Link } from "../../src/features/links/link.ts";
import type { LinkPart } from "../../src/features/links/link-part.ts";
import { switchActivity } from "../../src/features/links/switch-statements.ts";
import { useService } from "../use-service.ts";
import { CREATED, storedLink } from "./links.ts";

const LATER = new Date(CREATED.getTime() + 60_000);
const DESTINATION = "https://www.example.com/other";

const service = await useService({}, "acme");
await service.issueKey();

/** The row of a link, and whether the redirect's copy is due to be published. */
const rowOf = ({ id }: Link) =>
  service.env.DB.prepare(
    `SELECT destination, version, revision, updated_at AS at, last_activity_id AS activity,
       EXISTS (SELECT 1 FROM link_changes WHERE short_id = links.short_id AND changed_at = updated_at) AS due
     FROM links WHERE id = ?1`,
  )
    .bind(id)
    .first();
/** The bytes that are counted for the organization, besides its links'. */
const bytes = async () =>
  (await service.env.DB.prepare(
    "SELECT stored_bytes FROM organization_usage WHERE organization_id = 'acme'",
  ).first<number>("stored_bytes")) ?? 0;
const created = { version: 1, revision: 1, at: CREATED.toISOString(), activity: null, due: 0 };
const later = LATER.toISOString();

describe("design: one builder says what a change of a link counts as", () => {
  test.each([
    ["definition", { destination: DESTINATION }, { version: 2, revision: 2, at: later, due: 1 }],
    ["destination", { destination: DESTINATION }, { version: 2, revision: 1, at: later, due: 1 }],
    ["destination", {}, { version: 2, revision: 1, at: later, due: 1 }],
    ["qr_code", {}, { version: 1, revision: 2, at: created.at, due: 0 }],
  ] as const)("%s, which sets %o", async (kind, set, counted) => {
    const link = await storedLink(service.env.DB);
    const activity = switchActivity(
      "test",
      { ...link, offerKey: "" } as LinkPart,
      DESTINATION,
      LATER,
      "cart",
    );
    const { first, made, rest } = linkChangeStatements(service.env.DB, kind, {
      activity,
      set,
      expected: { version: 1, revision: 1 },
    });
    const touched = service.env.DB.prepare(`SELECT ${made.sql} AS made`).bind(...made.values);
    const again = [first, touched, ...rest];
    const before = await bytes();
    const [changed, guard] = await service.env.DB.batch<{ made: number }>(again);
    expect([changed?.meta.changes !== 0, guard?.results]).toEqual([true, [{ made: 1 }]]);
    const expected = { destination: link.destination, ...set, ...counted, activity: activity.id };
    expect(await rowOf(link)).toEqual(expected);
    // Sent a second time, it neither counts nor is recorded again.
    const [repeated] = await service.env.DB.batch(again);
    expect(repeated?.meta.changes).toBe(0);
    expect(await rowOf(link)).toEqual(expected);
    const recorded = "SELECT count(*) AS count FROM activity WHERE link_id = ?1";
    expect(await service.env.DB.prepare(recorded).bind(link.id).first("count")).toBe(1);
    // Its record alone is stored beside the row.
    expect((await bytes()) - before).toBe(activityBytes(activity));
  });

  test.each([
    ["redirect", { version: 2, at: later, due: 1 }],
    ["note", {}],
  ] as const)("%s, which no history records", async (kind, counted) => {
    const link = await storedLink(service.env.DB);
    await unrecordedLinkChange(service.env.DB, kind, {
      linkId: link.id,
      at: later,
      set: { destination_reason: "1:custom_url" },
    }).run();
    expect(await rowOf(link)).toEqual({ destination: link.destination, ...created, ...counted });
  });

  test.each([
    ["another version", { expected: { version: 2 } }],
    ["another revision", { expected: { version: 1, revision: 2 } }],
    ["a condition that does not hold", { only: { sql: "? = ?", values: [1, 2] } }],
  ])("%s: nothing is changed or recorded", async (_, condition) => {
    const link = await storedLink(service.env.DB);
    const activity = switchActivity(
      "test",
      { ...link, offerKey: "" } as LinkPart,
      DESTINATION,
      LATER,
      "cart",
    );
    const set = { destination: DESTINATION };
    const change = linkChangeStatements(service.env.DB, "definition", { activity, set, ...condition });
    await service.env.DB.batch([change.first, ...change.rest]);
    expect(await rowOf(link)).toEqual({ destination: link.destination, ...created });
    const recorded = "SELECT count(*) AS count FROM activity WHERE link_id = ?1";
    expect(await service.env.DB.prepare(recorded).bind(link.id).first("count")).toBe(0);
  });
});
