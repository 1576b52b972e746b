import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import { createLinks } from "../../src/features/links/create-links.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { faulty } from "../faults/faults.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { organization } = service;
await service.issueKey();
const actor = memberOf("owner", organization);
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const body = linkBody("custom custom_url", { projectId: "main" });

/** What `create` gives, over `db`, without the work after the answer. */
async function createOver<T>(
  db: D1Database,
  create: (dependencies: Parameters<typeof createLink>[2] & Parameters<typeof createLinks>[2]) => Promise<T>,
): Promise<T> {
  const { waitUntil, settled } = gatherWork();
  const made = await create({ ...openDependencies({ ...service.env, DB: db }, waitUntil), origins });
  await settled();
  return made;
}
const one = (db: D1Database) =>
  createOver(db, (dependencies) =>
    createLink(actor, { definition: parseDefinition(body), idempotency: null }, dependencies),
  );
const many = (db: D1Database, rows: readonly object[]) =>
  createOver(db, (dependencies) => createLinks(actor, { rows, idempotency: null }, dependencies));

/** What is counted for the organization. */
const usage = () =>
  service.env.DB.prepare(
    "SELECT stored_bytes AS bytes, links_made AS links FROM organization_usage WHERE organization_id = ?1",
  )
    .bind(organization)
    .first<{ bytes: number; links: number }>();

test("counting writes one row per create or bulk", async () => {
  const { db, taken } = countedD1(service.env.DB);
  const { waitUntil } = gatherWork();
  const opened = { ...openDependencies({ ...service.env, DB: db }, waitUntil), origins };
  const input = { definition: parseDefinition(body), idempotency: null };
  await createLink(actor, input, opened);
  taken();
  await createLink(actor, input, opened);
  // The link and its 6 indexes, its code and an index, its activity and 3 indexes, and the count.
  expect(taken().written).toBe(14);
  await createLinks(actor, { rows: Array(10).fill(body), idempotency: null }, opened);
  expect(taken().written).toBe(10 * 13 + 1);
});

test("only written links count, each once", async () => {
  const before = (await usage()) ?? { bytes: 0, links: 0 };
  await one(service.env.DB);
  const alone = (await usage()) ?? before;
  expect(alone.links).toBe(before.links + 1);
  expect(alone.bytes - before.bytes).toBeGreaterThan(1_000);
  await many(service.env.DB, [body, { ...body, projectId: "nowhere" }, {}, body]);
  expect(await usage()).toEqual({
    bytes: alone.bytes + 2 * (alone.bytes - before.bytes),
    links: alone.links + 2,
  });
});

test.each(["loses first answer", "commits late"] as const)(
  "with a database that %s, links count once",
  async (fault) => {
    const before = await usage();
    await many(service.env.DB, [body, body]);
    const plain = await usage();
    await many(faulty(service.env.DB, fault), [body, body]);
    const after = await usage();
    expect([(after?.bytes ?? 0) - (plain?.bytes ?? 0), (after?.links ?? 0) - (plain?.links ?? 0)]).toEqual([
      (plain?.bytes ?? 0) - (before?.bytes ?? 0),
      2,
    ]);
  },
);
