import { expect, test } from "vitest";
import { countUsage } from "../../src/quotas/count-usage.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { DB } = service.env;
const { key } = await service.issueKey();
const now = () => new Date();
const stored = () =>
  DB.prepare("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1")
    .bind(service.organization)
    .first<number>("n");

test("links from before the counting are counted once, with their codes and history", async () => {
  const metadata = { note: "x".repeat(1_000) };
  const link = expectLink(await post(service, "/v1/links", linkBody(undefined, { metadata }), { key }));
  await send(service, "PATCH", `/v1/links/${link.id}`, { metadata: { note: "y".repeat(1_000) } }, { key });
  await post(service, `/v1/links/${link.id}/qr-codes`, { metadata }, { key });
  await countUsage({ db: DB, now });
  const counted = (await stored()) ?? 0;

  // As the migration leaves a database that has these rows.
  await DB.batch([
    DB.prepare("DELETE FROM organization_usage"),
    DB.prepare("UPDATE links SET bytes = NULL"),
    DB.prepare(
      `UPDATE usage_state SET earlier_from = 0, earlier_to = last_link_rowid, earlier_before = '9999-01-01T00:00:00.000Z'`,
    ),
  ]);
  await countUsage({ db: DB, now });
  const again = (await stored()) ?? 0;
  // Names and addresses are not read for links from before, and keys and projects are not links.
  expect(again).toBeGreaterThan(5_000);
  expect(Math.abs(again - counted)).toBeLessThan(2_500);
  await countUsage({ db: DB, now });
  expect(await stored()).toBe(again);
});
