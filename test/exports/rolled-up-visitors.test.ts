import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { rollUp } from "../../src/surfaces/cli/archive/write-archive.ts";
import { PROJECT_ROOT } from "../../src/surfaces/cli/wrangler/wrangler.ts";

test("an archive that was written on a day has the visitors of this day when it is imported months later", () => {
  const rows = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  rows.exec(readFileSync(join(PROJECT_ROOT, "schema.sql"), "utf8"));
  const insert = rows.prepare(
    `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart, visitors)
    VALUES (?1, 'acme', 'main', ?2, ?3, 0, 9, 0, 0, 0, '{}', '{}', '{}', ?4)`,
  );
  for (const [day, link, retailer, visitors] of [
    ["2026-03-01", "lnk_1", "custom", { "": 4, "*": 5, front: 2 }],
    ["2026-03-02", "", "custom", { "*": { 1: 1, 2: 1, 3: 1 }, "?": 7 }],
    ["2026-03-02", "lnk_1", "custom", { "": { 4: 1 }, front: { 4: 1, 5: 1 } }],
    ["2026-03-02", "lnk_1", "marketplace", { front: { 5: 1, 6: 1 } }],
    ["2026-08-30", "lnk_1", "custom", { front: { 4: 1 } }],
  ] as const)
    insert.run(day, link, retailer, JSON.stringify(visitors));
  rollUp(rows, new Date("2026-09-01T00:00:00Z"));
  const found = (table: string) =>
    rows
      .prepare(`SELECT link_id, retailer, visitors FROM ${table} ORDER BY 1, 2`)
      .all()
      .map((row) => [row.link_id, row.retailer, JSON.parse(String(row.visitors))]);
  expect(found("visit_months")).toEqual([
    ["", "custom", { "*": "B3", "?": "B7" }],
    ["lnk_1", "custom", { "": "A4B", "*": "A5B2", front: "A2B2", "-": "B" }],
    ["lnk_1", "marketplace", { "*": "B2", front: "B2" }],
  ]);
  expect(found("visit_days")).toEqual([["lnk_1", "custom", { front: { 4: 1 } }]]);
});
