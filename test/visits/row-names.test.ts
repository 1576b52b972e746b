import { beforeAll, expect, test } from "vitest";
import { nameRows } from "../../src/features/visits/name-rows.ts";
import type { PartRow } from "../../src/features/visits/statistics.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const db = env.DB;

/** Gives the link codes and offers of these names, unless it has them. */
const insert = (names: readonly string[]) =>
  db.batch(
    [
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
      SELECT ?1, value, 'Code ' || value, 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z' FROM json_each(?2)`,
      `INSERT INTO link_offers (link_id, key, place, retailer, label, url_type, destination, since)
      SELECT ?1, value, 0, 'custom', 'Shop ' || value, 'pdp', 'https://shop.example/x', '2026-01-01T00:00:00.000Z' FROM json_each(?2)`,
    ].map((sql) =>
      db.prepare(`${sql} WHERE TRUE ON CONFLICT DO NOTHING`).bind(LINK.second, JSON.stringify(names)),
    ),
  );

beforeAll(async () => {
  const name = db.prepare("UPDATE links SET name = 'Soup', public_name = 'Soups' WHERE id = ?1");
  await name.bind(LINK.second).run();
  await insert(["first"]);
});

const rowOf = (key: string): PartRow => ({
  ...{ key, name: null, publicName: null, linkName: null },
  ...{ scans: 1, clicks: 0, robots: 0, previews: 0, visitors: 1 },
});

/** The names of a link, one of its codes and one of its offers, and how many rows were read for them. */
async function named() {
  const rows = [rowOf(LINK.second), rowOf(`qr_${LINK.second}_first`), rowOf("first")];
  const parts = (["link", "qrCode", "choice"] as const).map((by, index) => ({
    by,
    rows: rows.slice(index, index + 1),
  }));
  const { db: counted, taken } = countedD1(db);
  await nameRows(counted, parts, LINK.second);
  const names = rows.map(({ name, publicName, linkName }) => [name, publicName, linkName]);
  return { names, read: taken().read };
}

test("reading names depends only on the rows", async () => {
  const alone = await named();
  expect(alone.names).toEqual([
    ["Soup", "Soups", null],
    ["Code first", "Soups", "Soup"],
    ["Shop first", null, null],
  ]);
  // There are forty links.
  expect(alone.read).toBeLessThan(20);
  await insert(Array.from({ length: 50 }, (_, number) => `other-${number}`));
  expect(await named()).toEqual(alone);
});
