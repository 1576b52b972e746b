import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { chooseForDraft } from "../../src/extras/sales/choose-for-draft.ts";
import {
  confirmSalesReport,
  listSalesReports,
  undoSalesReport,
} from "../../src/extras/sales/manage-sales-reports.ts";
import { NO_CHOICES } from "../../src/extras/sales/sales-report.ts";
import { SEED } from "../seeds.ts";
import { useService } from "../use-service.ts";
import { cjFile, type FileOrder, impactFile } from "./report-files.ts";
import { owner, refused, said, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
const { add, confirmed, sales, review, link, used } = selling(service);
const cereal = await link(key);
const juice = await link(key, { projectId: "shop", retailer: "bigbox_t", name: "Juice" });

beforeEach(async () => {
  await used.db.batch([used.db.prepare("DELETE FROM sales"), used.db.prepare("DELETE FROM sales_reports")]);
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

test("no order number is stored", async () => {
  await confirmed(impactFile(on(1, "ORDER-4711", "10.00")));
  for (const table of ["sales", "sales_reports"]) {
    const { results } = await used.db.prepare(`SELECT * FROM ${table}`).all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain("4711");
  }
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
