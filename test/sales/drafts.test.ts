import { beforeEach, expect, test } from "vitest";
import { chooseForDraft } from "../../src/extras/sales/choose-for-draft.ts";
import { draftFiles } from "../../src/extras/sales/draft-files.ts";
import {
  confirmSalesReport,
  deleteOldSalesReports,
  discardDraft,
  listSalesReports,
  undoSalesReport,
} from "../../src/extras/sales/manage-sales-reports.ts";
import { NO_CHOICES, UNDONE_DAYS } from "../../src/extras/sales/sales-report.ts";
import { DAY_MS, HOUR_MS } from "../../src/ground/core/days.ts";
import { useService } from "../use-service.ts";
import { type FileOrder, impactFile } from "./report-files.ts";
import { NOW, owner, said, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main"] });
const { add, confirmed, sales, link, used, dependenciesAt } = selling(service);
const cereal = await link(key);

beforeEach(async () => {
  await used.db.batch([used.db.prepare("DELETE FROM sales"), used.db.prepare("DELETE FROM sales_reports")]);
});

const on = (day: number, order: string, amount: string): FileOrder => ({
  ...{ day: `2026-11-${String(day).padStart(2, "0")}`, subId: cereal.shortId },
  ...{ order, amount, commission: "1.00" },
});
const totals = async () => said((await sales()).totals);

/** A bucket that deletes nothing. */
const withoutDelete = (bucket: R2Bucket): R2Bucket =>
  new Proxy(bucket, {
    get: (target, name) =>
      name === "delete"
        ? () => Promise.reject(new Error("R2 is down."))
        : (...values: unknown[]) => Reflect.get(target, name).apply(target, values),
  });

test("reports that are confirmed at once, undone and chosen anew meanwhile, still count once a day", async () => {
  for (let round = 0; round < 4; round++) {
    const one = await add(impactFile(on(1, `A${round}`, "10.00"), on(2, `B${round}`, "10.00")));
    const other = await add(impactFile(on(2, `C${round}`, "30.00"), on(3, `D${round}`, "30.00")));
    const choices = { ...NO_CHOICES, network: "Impact", account: "", currency: "EUR", reportId: other };
    await Promise.allSettled([
      confirmSalesReport(owner, { reportId: one }, used),
      chooseForDraft(owner, choices, used),
      confirmSalesReport(owner, { reportId: other }, used),
      undoSalesReport(owner, { reportId: one }, used),
      confirmSalesReport(owner, { reportId: other }, used),
      discardDraft(owner, { reportId: other }, used),
    ]);
    const states = new Map((await listSalesReports(owner, used)).map(({ id, state }) => [id, state]));
    const { results } = await used.db
      .prepare("SELECT report_id AS id, count(*) AS sums FROM sales GROUP BY 1")
      .all<{ id: string; sums: number }>();
    // A draft that was discarded or never confirmed has no sums, every other report has all of them.
    for (const { id, sums } of results)
      expect([states.get(id) === "draft", states.has(id), sums]).toEqual([false, true, 2]);
    const places = (await listSalesReports(owner, used)).flatMap(({ place }) => place ?? []);
    expect(new Set(places).size).toBe(places.length);
    await used.db.batch([used.db.prepare("DELETE FROM sales"), used.db.prepare("DELETE FROM sales_reports")]);
  }
});

test("a file that R2 keeps when its report is confirmed or discarded goes after a day, others stay", async () => {
  const failing = { ...used, draftFiles: draftFiles(withoutDelete(service.env.QR_IMAGES)) };
  const ids: string[] = [];
  for (const end of [confirmSalesReport, discardDraft]) {
    const reportId = await add(impactFile(on(1, `A${ids.length}`, "10.00")));
    await end(owner, { reportId }, failing);
    ids.push(reportId);
  }
  expect(await totals()).toEqual(["USD 1 1000 100"]);
  const left = async (now: Date) => {
    await deleteOldSalesReports(dependenciesAt(now));
    const files = await Promise.all(ids.map((id) => used.draftFiles.read({ organizationId: "acme", id })));
    return files.map((file) => file !== null);
  };
  expect(await left(new Date(NOW.getTime() + DAY_MS - HOUR_MS))).toEqual([true, true]);
  expect(await left(new Date(NOW.getTime() + DAY_MS + HOUR_MS))).toEqual([false, false]);
});

test("drafts go after a day, undone and long replaced reports after 30 days, with what they use of the quota", async () => {
  const bytes = async () =>
    (
      await used.db
        .prepare("SELECT stored_bytes AS bytes FROM organization_usage WHERE organization_id = 'acme'")
        .first<{ bytes: number }>()
    )?.bytes ?? 0;
  const before = await bytes();
  const draft = await add(impactFile(on(1, "draft", "1.00")));
  const replaced = await confirmed(impactFile(on(1, "A", "10.00")));
  const kept = await confirmed(impactFile(on(1, "A", "11.00")));
  const undone = await confirmed(impactFile(on(2, "U", "11.00")));
  await undoSalesReport(owner, { reportId: undone }, used);
  const ids = async () =>
    (await used.db.prepare("SELECT id FROM sales_reports ORDER BY id").all<{ id: string }>()).results
      .map(({ id }) => id)
      .sort();
  const after = (ms: number) => dependenciesAt(new Date(NOW.getTime() + ms));
  await deleteOldSalesReports(after(DAY_MS - HOUR_MS));
  expect(await ids()).toEqual([draft, replaced, kept, undone].sort());
  await deleteOldSalesReports(after(DAY_MS));
  expect(await ids()).toEqual([replaced, kept, undone].sort());
  expect(await used.draftFiles.read({ organizationId: "acme", id: draft })).toBeNull();
  const late = after(UNDONE_DAYS * DAY_MS + HOUR_MS);
  await deleteOldSalesReports(late);
  expect(await ids()).toEqual([replaced, kept].sort());
  const next = await add(impactFile(on(9, "N", "11.00")));
  await used.db
    .prepare("UPDATE sales_reports SET expires_at = '2027-12-01T00:00:00.000Z' WHERE id = ?1")
    .bind(next)
    .run();
  await confirmSalesReport(owner, { reportId: next }, late);
  expect(await ids()).toEqual([kept, next].sort());
  const rows = await used.db.prepare("SELECT count(*) AS rows FROM sales").first<{ rows: number }>();
  expect(rows?.rows).toBe(2);
  expect(await bytes()).toBe(before + 2 * 1_200);
  await discardDraft(owner, { reportId: await add(impactFile(on(9, "D", "1.00"))) }, used);
  expect(await ids()).toEqual([kept, next].sort());
});
