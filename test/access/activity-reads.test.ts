import { beforeAll, expect, test } from "vitest";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { type ListActivityInput, listActivity } from "../../src/features/access/list-activity.ts";
import { activityListStore } from "../../src/features/writes/activity-list-store.ts";
import { OBJECT_NAMES } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { useService } from "../use-service.ts";

/**
 * The rows that a page of activity reads, as D1 counts and bills them, do not grow with the activity:
 * a hundred thousand entries, nearly all of them by one key on links of one project.
 */

const ENTRIES = 100_000;

/** In every 10,000 entries, one is about a key, one about a project, one about a QR code, and one by a member. */
const FILL = `WITH RECURSIVE numbers (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
  INSERT INTO activity
    (sequence, organization_id, id, at, actor_type, actor_id, object_type, object_id, link_id, link_version, destination, changes)
  SELECT 1000000 + n, 'acme', 'act_01kar00000' || printf('%016d', n), '2026-01-01T00:00:00.000Z',
    CASE n % 10000 WHEN 7 THEN 'member' ELSE 'api_key' END, CASE n % 10000 WHEN 7 THEN 'mem_1' ELSE 'key_1' END,
    CASE n % 10000 WHEN 1 THEN 'api_key' WHEN 2 THEN 'project' WHEN 3 THEN 'qr_code' ELSE 'link' END,
    CASE n % 10000 WHEN 2 THEN 'rare' ELSE 'lnk_1' END,
    CASE WHEN n % 10000 IN (1, 2) THEN NULL ELSE 'lnk_1' END, n, 'https://example.com/', '[]'
  FROM numbers`;

const service = await useService({}, "acme");
beforeAll(async () => {
  await service.issueKey({ createProjects: ["main"] });
  await service.env.DB.prepare("DELETE FROM activity").run();
  await service.env.DB.prepare(
    `INSERT INTO links (id, organization_id, project_id, short_id, name, retailer, intent, status, url_type,
       destination, content, search_text, version, revision, domain, created_at, updated_at)
     VALUES ('lnk_1', 'acme', 'main', 'abcd1234', 'Link', 'custom', 'custom_url', 'active', 'custom',
       'https://example.com/', '{}', 'link', 1, 1, '', '', '')`,
  ).run();
  await service.env.DB.prepare(FILL).bind(1, ENTRIES).run();
}, 240_000);

const owner = memberOf("owner");
const editor: MemberActor = { ...owner, role: "editor" };

async function read(input: Partial<ListActivityInput>, actor: MemberActor) {
  const { db, taken } = countedD1(service.env.DB);
  const result = await listActivity(
    actor,
    { limit: 25, ...input },
    { activities: activityListStore(db, OBJECT_NAMES) },
  );
  return { ...result, rows: taken().read };
}

const EXACT = 250;
const SEARCHED = 2_500;
const member = { type: "member", id: "mem_1" } as const;
test.each<[string, Partial<ListActivityInput>, MemberActor, number, number]>([
  ["everything", {}, owner, 25, EXACT],
  ["everything, a hundred", { limit: 100 }, owner, 100, 4 * EXACT],
  ["what an editor sees", {}, editor, 25, SEARCHED],
  ["links", { kind: "link" }, owner, 25, SEARCHED],
  ["keys, which are rare", { kind: "api_key" }, owner, 10, EXACT],
  ["QR codes, which are rare", { kind: "qr_code" }, editor, 10, EXACT],
  ["members, of which there is nothing", { kind: "member" }, owner, 0, EXACT],
  ["a member, who did little", { actor: member }, owner, 10, EXACT],
  ["a key, which did nearly everything", { actor: { type: "api_key", id: "key_1" } }, owner, 25, EXACT],
  ["an actor who did nothing", { actor: { type: "job", id: "none" } }, owner, 0, EXACT],
  ["the project of nearly everything", { projectId: "main" }, owner, 25, SEARCHED],
  ["a period long ago", { to: new Date("2020-01-01") }, owner, 0, EXACT],
])("%s: %j", async (_, input, actor, entries, bound) => {
  const page = await read(input, actor);
  expect(page.entries).toHaveLength(entries);
  expect(page.rows).toBeLessThan(bound);
});

test("in a project with little activity, pages end early with a cursor", async () => {
  const first = await read({ projectId: "rare" }, owner);
  expect(first.entries).toEqual([]);
  expect(first.rows).toBeLessThan(SEARCHED);
  const second = await read({ projectId: "rare", cursor: first.nextCursor ?? "" }, owner);
  expect(second.rows).toBeLessThan(SEARCHED);
  expect(second.nextCursor).not.toBe(first.nextCursor);
  // With the kind of object, the index finds the few entries.
  const projects = await read({ projectId: "rare", kind: "project" }, owner);
  expect([projects.entries.length, projects.nextCursor]).toEqual([10, null]);
});
