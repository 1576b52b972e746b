import fc from "fast-check";
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
import { SEED } from "../seeds.ts";
import { useService } from "../use-service.ts";
import { cjFile, type FileOrder, impactFile } from "./report-files.ts";
import { NOW, owner, refused, said, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
const { add, confirmed, sales, review, link, used, dependenciesAt } = selling(service);
const cereal = await link(key);
const juice = await link(key, { projectId: "shop", retailer: "bigbox_t", name: "Juice" });

beforeEach(async () => {
  await used.db.batch([used.db.prepare("DELETE FROM sales"), used.db.prepare("DELETE FROM sales_reports")]);
});

/** A bucket that deletes nothing. */
const withoutDelete = (bucket: R2Bucket): R2Bucket =>
  new Proxy(bucket, {
    get: (target, name) =>
      name === "delete"
        ? () => Promise.reject(new Error("R2 is down."))
        : (...values: unknown[]) => Reflect.get(target, name).apply(target, values),
  });

const on = (day: number, order: string, amount: string, more: Partial<FileOrder> = {}): FileOrder => ({
  ...{
    day: `2026-11-${String(day).padStart(2, "0")}`,
    subId: cereal.shortId,
    order,
    amount,
    commission: "1.00",
  },
  ...more,
});
const totals = async () => said((await sales()).totals);
const days = async () => said((await sales(["day"])).breakdowns[0]?.rows ?? []);

test("the same file twice, and a longer one of the same days, replace and never add up", async () => {
  const orders = [on(1, "A", "10.00"), on(3, "B", "20.00")];
  await confirmed(impactFile(...orders));
  expect(await totals()).toEqual(["USD 2 3000 200"]);
  await confirmed(impactFile(...orders));
  expect(await totals()).toEqual(["USD 2 3000 200"]);
  await confirmed(impactFile(...orders, on(2, "C", "5.00"), on(5, "D", "1.00")));
  expect(await totals()).toEqual(["USD 4 3600 400"]);
});

test("overlapping days are those of the report that was confirmed last, the others stay", async () => {
  await confirmed(impactFile(on(1, "A", "10.00"), on(10, "B", "20.00"), on(20, "C", "30.00")));
  await confirmed(impactFile(on(8, "X", "1.00"), on(12, "B", "21.00")));
  expect(await days()).toEqual([
    "2026-11-01 USD 1 1000 100",
    "2026-11-08 USD 1 100 100",
    "2026-11-12 USD 1 2100 100",
    "2026-11-20 USD 1 3000 100",
  ]);
});

test("a day without sales in a newer report has none, as far as the report covers it", async () => {
  await confirmed(impactFile(on(1, "A", "10.00"), on(3, "B", "20.00")));
  await confirmed(impactFile(on(1, "A", "10.00")), { firstDay: "2026-11-01", lastDay: "2026-11-05" });
  expect(await totals()).toEqual(["USD 1 1000 100"]);
  expect((await sales()).networks).toEqual([
    { network: "Impact", account: "", from: "2026-11-01", until: "2026-11-05" },
  ]);
});

test("reversed sales leave the totals and stay visible; currencies are never added up", async () => {
  await confirmed(impactFile(on(1, "A", "10.00", { state: "PENDING" }), on(1, "B", "20.00")));
  await confirmed(
    impactFile(
      on(1, "A", "10.00", { state: "REVERSED" }),
      on(1, "B", "20.00"),
      on(1, "C", "1980", { currency: "JPY", state: "PENDING", commission: "99" }),
      on(1, "D", "7.50", { currency: "EUR" }),
    ),
  );
  const { totals: rows } = await sales();
  expect(said(rows)).toEqual(["USD 1 2000 100", "EUR 1 750 100", "JPY 1 1980 99"]);
  expect(rows[0]?.reversed).toEqual({ orders: 1, items: 0, amount: 1000, commission: 100 });
  expect(rows[2]?.pending).toEqual({ orders: 1, items: 0, amount: 1980, commission: 99 });
});

test("other networks and other accounts add up, and the draft says so", async () => {
  await confirmed(impactFile(on(1, "A", "10.00")));
  await confirmed(cjFile(on(1, "A", "20.00")));
  await confirmed(impactFile(on(1, "Z", "40.00")), { account: "Snacks" });
  expect(await totals()).toEqual(["USD 3 7000 300"]);
  const found = await review(await add(impactFile(on(1, "A", "11.00")), { account: "" }));
  expect(found.otherAccounts).toEqual(["Snacks"]);
  expect(found.replaced).toHaveLength(1);
  expect(said(found.replacedTotals)).toEqual(["USD 1 1000 100"]);
  expect(await totals()).toEqual(["USD 3 7000 300"]);
});

test("a draft names the shops whose sales it would take away", async () => {
  await confirmed(
    impactFile(on(1, "A", "10.00"), on(2, "B", "5.00", { shop: "Target Partners", subId: juice.shortId })),
  );
  const found = await review(await add(impactFile(on(1, "A", "10.00"), on(3, "C", "10.00"))));
  expect(found.missingRetailers).toEqual(["bigbox_t"]);
});

test("undo brings back what was before, also under newer reports", async () => {
  await confirmed(impactFile(on(1, "A", "10.00"), on(5, "B", "20.00")));
  const second = await confirmed(impactFile(on(1, "A", "11.00"), on(5, "B", "21.00")));
  const third = await confirmed(impactFile(on(1, "A", "12.00")));
  expect(await totals()).toEqual(["USD 2 3300 200"]);
  await undoSalesReport(owner, { reportId: second }, used);
  expect(await totals()).toEqual(["USD 2 3200 200"]);
  await undoSalesReport(owner, { reportId: third }, used);
  await undoSalesReport(owner, { reportId: third }, used);
  expect(await totals()).toEqual(["USD 2 3000 200"]);
  expect((await listSalesReports(owner, used)).map(({ state, counts }) => [state, counts])).toEqual([
    ["undone", false],
    ["undone", false],
    ["confirmed", true],
  ]);
});

test("nothing of a draft counts, and a confirmation counts once", async () => {
  const reportId = await add(impactFile(on(1, "A", "10.00")));
  // The same file again is the same draft.
  expect(await add(impactFile(on(1, "A", "10.00")))).toBe(reportId);
  expect((await sales()).networks).toEqual([]);
  await Promise.all([1, 2, 3].map(() => confirmSalesReport(owner, { reportId }, used)));
  expect(await totals()).toEqual(["USD 1 1000 100"]);
  expect(await used.draftFiles.read({ organizationId: "acme", id: reportId })).toBeNull();
  const choices = { ...NO_CHOICES, network: "Impact", account: "late", reportId };
  await expect(chooseForDraft(owner, choices, used)).rejects.toThrow(refused("not_found"));
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

test("no order number is stored", async () => {
  await confirmed(impactFile(on(1, "ORDER-4711", "10.00")));
  for (const table of ["sales", "sales_reports"]) {
    const { results } = await used.db.prepare(`SELECT * FROM ${table}`).all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain("4711");
  }
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

const pad = (day: number): string => `2026-11-${String(day).padStart(2, "0")}`;
const step = fc.record({
  /** Which earlier report is undone; undefined: a report is added. */
  undo: fc.option(fc.nat(40), { nil: undefined, freq: 3 }),
  account: fc.constantFrom("", "Snacks"),
  from: fc.integer({ min: 1, max: 20 }),
  /** The cents of its days. */
  cents: fc.array(fc.constantFrom(0, 0, 100, 250, 999), { minLength: 1, maxLength: 9 }),
});

test("in any order of uploads and undos, each day has what the newest report of it says", async () => {
  const known: { id: string; account: string; from: number; cents: number[]; counts: boolean }[] = [];
  for (const [index, { undo, account, from, cents }] of fc
    .sample(step, { seed: SEED, numRuns: 25 })
    .entries()) {
    const undone = undo === undefined ? undefined : known[undo % known.length];
    if (undone) {
      await undoSalesReport(owner, { reportId: undone.id }, used);
      undone.counts = false;
    } else {
      const orders = cents.flatMap((each, day) =>
        each > 0 || day === 0 ? [on(from + day, `O${index}-${day}`, (each / 100).toFixed(2))] : [],
      );
      const lastDay = pad(from + cents.length - 1);
      known.push({
        id: await confirmed(impactFile(...orders), { account, lastDay }),
        account,
        from,
        cents,
        counts: true,
      });
    }
    const expected = Array.from({ length: 30 }, (_, at) => {
      const newest = (of: string) =>
        known.findLast(
          (each) => each.counts && each.account === of && each.cents[at + 1 - each.from] !== undefined,
        );
      return ["", "Snacks"].reduce(
        (sum, of) => sum + (newest(of)?.cents[at + 1 - (newest(of)?.from ?? 0)] ?? 0),
        0,
      );
    });
    const rows = (await sales(["day"])).breakdowns[0]?.rows ?? [];
    const found = Array.from(
      { length: 30 },
      (_, at) => rows.find(({ key }) => key === pad(at + 1))?.amount ?? 0,
    );
    expect(found).toEqual(expected);
  }
});
