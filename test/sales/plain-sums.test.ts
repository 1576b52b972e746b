import fc from "fast-check";
import { expect, test } from "vitest";
import { undoSalesReport } from "../../src/extras/sales/manage-sales-reports.ts";
import { SEED } from "../seeds.ts";
import { useService } from "../use-service.ts";
import { cjFile, type FileOrder, impactFile } from "./report-files.ts";
import { owner, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main"] });
const { confirmed, sales, link, used } = selling(service);
const links = [await link(key), await link(key, { name: "Juice" })];

/** The decimals of each currency, as ISO 4217 has them. */
const DECIMALS = { USD: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof DECIMALS;
/** Each link sells in its own currency or in dollars. */
const CURRENCIES: readonly Currency[] = ["JPY", "KWD"];

const sale = fc.record({
  day: fc.integer({ min: 0, max: 5 }),
  link: fc.nat(2),
  isLocal: fc.boolean(),
  /** In the minor unit. */
  amount: fc.integer({ min: 1, max: 2_000_000 }),
  /** In hundredths of the minor unit, which are added up before they are rounded. */
  commission: fc.integer({ min: 0, max: 99_999 }),
  state: fc.constantFrom("APPROVED", "PENDING", "REVERSED"),
  /** What comes back a day later: a part, everything, or nothing. */
  returned: fc.constantFrom(0, 0, 0.25, 1),
});
const report = fc.record({
  network: fc.constantFrom("Impact", "CJ"),
  from: fc.integer({ min: 1, max: 20 }),
  sales: fc.array(sale, { minLength: 1, maxLength: 12 }),
  undo: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
});

/** A row as the file has it, and as a person would add it up. */
interface PlainRow {
  day: string;
  key: string;
  orders: number;
  amount: number;
  commission: number;
}

const decimal = (number: number, decimals: number): string => (number / 10 ** decimals).toFixed(decimals);

type Report = typeof report extends fc.Arbitrary<infer T> ? T : never;

function rowsOf({ network, from, sales: all }: Report) {
  const file: FileOrder[] = [];
  const plain: PlainRow[] = [];
  for (const [index, each] of all.entries()) {
    const shop = links[each.link];
    // The network's files name one currency each in a heading, besides Impact's.
    const local = each.isLocal && network === "Impact" ? CURRENCIES[each.link] : undefined;
    const currency = local ?? "USD";
    const decimals = DECIMALS[currency];
    const state = network === "CJ" && each.state === "REVERSED" ? "CLOSED" : each.state;
    const add = (day: number, amount: number, commission: number, orders: number) => {
      const text = `2026-11-${String(from + day).padStart(2, "0")}`;
      file.push({
        ...{ day: text, subId: shop?.shortId ?? "", order: `O${index}`, state, currency },
        ...{ amount: decimal(amount, decimals), commission: decimal(commission, decimals + 2) },
      });
      const kind = state === "CLOSED" ? "APPROVED" : state;
      plain.push({ day: text, key: `${shop?.id ?? "none"} ${currency} ${kind}`, orders, amount, commission });
    };
    const back = Math.round(each.amount * each.returned);
    add(each.day, each.amount, each.commission, back === each.amount ? 0 : 1);
    if (back > 0) add(each.day + 1, -back, -Math.round(each.commission * each.returned), 0);
  }
  return { file, plain };
}

test("20 random reports with overlaps, returns, three currencies and undos say what a plain sum says", async () => {
  const known: { id: string; network: string; rows: PlainRow[]; counts: boolean }[] = [];
  for (const one of fc.sample(report, { seed: SEED, numRuns: 20 })) {
    const { file, plain } = rowsOf(one);
    const id = await confirmed((one.network === "CJ" ? cjFile : impactFile)(...file));
    known.push({ id, network: one.network, rows: plain, counts: true });
    const undone = one.undo === undefined ? undefined : known[one.undo % known.length];
    if (undone) {
      await undoSalesReport(owner, { reportId: undone.id }, used);
      undone.counts = false;
    }
    const newest = (network: string, day: string) =>
      known.findLast(
        (each) =>
          each.counts &&
          each.network === network &&
          each.rows.some((row) => row.day <= day) &&
          each.rows.some((row) => row.day >= day),
      );
    const expected = new Map<string, [orders: number, amount: number, commission: number]>();
    for (const each of known)
      for (const day of new Set(each.rows.map((row) => row.day))) {
        if (!each.counts || newest(each.network, day) !== each) continue;
        const ofDay = Map.groupBy(
          each.rows.filter((row) => row.day === day),
          (row) => row.key,
        );
        for (const [name, rows] of ofDay) {
          const sum = (of: (row: PlainRow) => number) => rows.reduce((all, row) => all + of(row), 0);
          const hundredths = sum((row) => row.commission);
          const rounded = Math.sign(hundredths) * Math.round(Math.abs(hundredths) / 100);
          const before = expected.get(name) ?? [0, 0, 0];
          expected.set(name, [
            before[0] + sum((row) => row.orders),
            before[1] + sum((row) => row.amount),
            before[2] + rounded,
          ]);
        }
      }
    const found = new Map<string, [number, number, number]>();
    for (const row of (await sales(["link"])).breakdowns[0]?.rows ?? []) {
      const { orders, amount, commission, pending, reversed } = row;
      for (const [state, part] of [
        ["PENDING", pending],
        ["REVERSED", reversed],
        [
          "APPROVED",
          {
            orders: orders - pending.orders,
            amount: amount - pending.amount,
            commission: commission - pending.commission,
          },
        ],
      ] as const)
        found.set(`${row.key} ${row.currency} ${state}`, [part.orders, part.amount, part.commission]);
    }
    const some = (all: Map<string, [number, number, number]>) =>
      [...all].filter(([, numbers]) => numbers.some((each) => each !== 0)).sort();
    expect(some(found)).toEqual(some(expected));
  }
});
