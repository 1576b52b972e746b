import { expect, test } from "vitest";
import type { OrganizationActor } from "../../src/access/actor.ts";
import { createLink } from "../../src/links/create-link.ts";
import { gatherWork } from "../../src/platform/background.ts";
import { foldUsage } from "../../src/quotas/fold-usage.ts";
import { parseDefinition } from "../../src/retailers/parse-definition.ts";
import { openDependencies } from "../../src/wiring.ts";
import { linkBody } from "../bodies.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { organization } = service;
await service.issueKey();
const actor: OrganizationActor = {
  type: "member",
  id: "mem_1",
  organizationId: organization,
  role: "owner",
  projects: "all",
};
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };

/** Rows that the creation of a link reads and writes, by what D1 reports, without the work after the answer. */
async function rowsOfCreate() {
  const { db, taken } = countedD1(service.env.DB);
  const { waitUntil, settled } = gatherWork();
  const opened = openDependencies({ ...service.env, DB: db }, waitUntil);
  const usage = { noteLinks: () => {} };
  const definition = parseDefinition(linkBody("custom custom_url", { projectId: "main" }));
  await createLink(actor, { definition, idempotency: null }, { ...opened, origins, usage });
  const rows = taken();
  await settled();
  return rows;
}
const usageRows = () =>
  service.env.DB.prepare("SELECT stored_bytes, links_made FROM organization_usage WHERE organization_id = ?1")
    .bind(organization)
    .first<{ stored_bytes: number; links_made: number }>();

test("a create writes no row for the counting, and reads one for each link that is not added up yet", async () => {
  await rowsOfCreate();
  await foldUsage(service.env.DB, new Date());
  const before = await usageRows();
  const rows = [];
  for (let count = 0; count < 5; count++) rows.push(await rowsOfCreate());
  // The link and its 6 indexes, its code and an index, its activity and 2 indexes.
  expect(rows.map(({ written }) => written)).toEqual(Array(5).fill(12));
  const reads = rows.map(({ read }) => read);
  // D1 counts one row for none, too.
  expect(reads.map((read) => read - (reads[0] ?? 0))).toEqual([0, 0, 1, 2, 3]);
  expect(await usageRows()).toEqual(before);

  await foldUsage(service.env.DB, new Date());
  const { stored_bytes: bytes = 0, links_made: links } = (await usageRows()) ?? {};
  expect(links).toBe(6);
  expect(bytes - (before?.stored_bytes ?? 0)).toBeGreaterThan(5_000);
  await foldUsage(service.env.DB, new Date());
  expect(await usageRows()).toEqual({ stored_bytes: bytes, links_made: 6 });
  expect((await rowsOfCreate()).read).toBe(reads[0]);
});

test("adding up links writes 2 rows for an organization", async () => {
  await service.issueKey();
  for (let count = 0; count < 8; count++) await rowsOfCreate();
  const { db, taken } = countedD1(service.env.DB);
  await foldUsage(db, new Date());
  expect(taken().written).toBe(2);
});
