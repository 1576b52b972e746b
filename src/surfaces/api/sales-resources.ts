import * as z from "zod";
import { MAX_SALES_ROWS, type Sales } from "../../extras/sales/get-sales.ts";
import { decimalText } from "../../extras/sales/read-money.ts";
import type { SalesNumbers } from "../../extras/sales/sales-report.ts";
import type { SalesRow } from "../../extras/sales/sales-rows.ts";
import { csvText } from "../../ground/core/csv-text.ts";
import { shown } from "../../ground/core/resource-parts.ts";
import { prefers } from "../../ground/platform/http-headers.ts";
import { dataOf } from "./resources.ts";

/** Networks, accounts and retailers of an organization, which are few; documented, not checked. */
const MAX_LISTED = 1_000;
/** A currency for each of the rows. */
const MAX_ROWS_SHOWN = 100_000;

/** A day, such as 2026-11-21. */
export const salesDay = (description: string) =>
  z.iso.date().meta({ maxLength: "2026-11-21".length, description });
const MAX_NUMBER = 10 ** 15;
const signed = (description: string) => z.int().min(-MAX_NUMBER).max(MAX_NUMBER).describe(description);

const numbers = {
  orders: signed("Orders. A network that names no orders reports each line as one."),
  items: signed("Items, less returned ones; 0 if the network does not report them."),
  amount: signed(
    "What shoppers paid, in the minor unit of the currency: 61200 USD are $612.00. Returns are negative.",
  ),
  commission: signed("What the network pays for it, in the same unit."),
};
const part = z.strictObject(numbers).meta({ id: "SalesNumbers", description: "Sales in one currency." });
const all = {
  currency: shown(3, "ISO 4217. Currencies are never added up."),
  ...numbers,
  pending: part.describe("Of these, the sales that the network has not approved yet."),
  reversed: part.describe("Sales that were canceled or rejected. They are not in the other numbers."),
};

/** The body of responses with sales. */
export const salesResource = z
  .strictObject({
    from: salesDay("First day, as the networks have it."),
    to: salesDay("Last day, inclusive."),
    networks: z
      .array(
        z
          .strictObject({
            network: shown(60, "Name of the affiliate network."),
            account: shown(60, "Which account there, if the organization has several; otherwise empty."),
            from: salesDay("The first day with a report."),
            until: salesDay("The last day with a report: later sales are not known yet."),
          })
          .meta({ id: "ReportedNetwork", description: "The days that a network's reports cover." }),
      )
      .max(MAX_LISTED)
      .describe(
        "The networks whose reports are in. For keys that are limited to projects, those with sales of these projects in the range.",
      ),
    retailers: z
      .array(shown(20, "Value of a retailer."))
      .max(MAX_LISTED)
      .describe(
        "Retailers with sales in the range of all projects that the key can access, whatever the filter: those that report.",
      ),
    totals: z
      .array(z.strictObject(all).meta({ id: "SalesTotals", description: "All sales in one currency." }))
      .max(MAX_LISTED)
      .describe("All sales of the range, in each currency."),
    rows: z
      .array(
        z
          .strictObject({
            key: shown(
              256,
              "The value. `none`: no value, or not of your links. `rest`: all values without a row.",
            ),
            name: shown(160, "Name of the link or QR code.").optional(),
            ...all,
          })
          .meta({ id: "SalesRow", description: "The sales with one value in one currency." }),
      )
      .max(MAX_ROWS_SHOWN)
      .describe(
        `Rows by \`by\`: days in order, other values by amount, up to ${MAX_SALES_ROWS} of each currency.`,
      ),
  })
  .meta({ id: "Sales", description: "Sales that affiliate networks reported." });
type SalesResource = z.infer<typeof salesResource>;

const sum = (orders: number, items: number, amount: number, commission: number): SalesNumbers => ({
  orders,
  items,
  amount,
  commission,
});

/** What the examples' organization sold. */
export const EXAMPLE_SALES = {
  from: "2026-03-02",
  to: "2026-03-03",
  networks: [{ network: "Impact", account: "", from: "2026-03-01", until: "2026-03-03" }],
  retailers: ["bigbox_w"],
  totals: [
    {
      currency: "USD",
      ...sum(31, 74, 61_200, 2_448),
      pending: sum(4, 9, 7_420, 297),
      reversed: sum(1, 2, 1_980, 0),
    },
  ],
  rows: [
    {
      ...{ key: "2026-03-02", currency: "USD", ...sum(18, 40, 35_050, 1_402) },
      ...{ pending: sum(0, 0, 0, 0), reversed: sum(1, 2, 1_980, 0) },
    },
    {
      ...{ key: "2026-03-03", currency: "USD", ...sum(13, 34, 26_150, 1_046) },
      ...{ pending: sum(4, 9, 7_420, 297), reversed: sum(0, 0, 0, 0) },
    },
  ],
} satisfies SalesResource;

type ShownRow = SalesResource["rows"][number];

function presentSales({ from, to, networks, reporting, totals, breakdowns }: Sales): SalesResource {
  return {
    ...{ from, to, networks: [...networks], retailers: [...reporting] },
    totals: totals.map(({ key: _, ...row }) => row),
    rows: (breakdowns[0]?.rows ?? []).map(({ name, ...row }) => ({ ...row, ...(name !== null && { name }) })),
  };
}

const COLUMNS = [
  ...(["key", "name", "currency", "orders", "items", "amount", "commission"] as const),
  ...(["pendingOrders", "pendingAmount", "pendingCommission"] as const),
  ...(["reversedOrders", "reversedAmount", "reversedCommission"] as const),
];

/** Rows as CSV, with amounts as decimal numbers. */
const csvOf = (rows: readonly (SalesRow & Pick<ShownRow, "name">)[]): string =>
  csvText(
    COLUMNS,
    rows.map(({ key, name = "", currency, orders, items, amount, commission, pending, reversed }) => ({
      ...{ key, name, currency, orders, items },
      ...{ amount: decimalText(amount, currency), commission: decimalText(commission, currency) },
      pendingOrders: pending.orders,
      pendingAmount: decimalText(pending.amount, currency),
      pendingCommission: decimalText(pending.commission, currency),
      reversedOrders: reversed.orders,
      reversedAmount: decimalText(reversed.amount, currency),
      reversedCommission: decimalText(reversed.commission, currency),
    })),
  );

/** The response of both operations. */
export const SALES_RESPONSE = {
  status: 200,
  description: "The sales in the range.",
  schema: dataOf(salesResource),
  csv: {
    description: `A header line, then a line for each row (\`${COLUMNS.join(",")}\`). Amounts are decimal numbers such as 612.00.`,
    example: csvOf(EXAMPLE_SALES.rows),
  },
} as const;

/** The response with sales, as CSV if `accept` prefers it. */
export function salesResponse(sales: Sales, accept: string | undefined): Response {
  const headers = { Vary: "Accept" };
  const presented = presentSales(sales);
  if (!prefers(accept, "text/csv", "application/json"))
    return Response.json({ data: presented }, { headers });
  return new Response(csvOf(presented.rows), {
    headers: { ...headers, "Content-Type": "text/csv; charset=utf-8" },
  });
}
