import { RETAILER_NAMES, RETAILERS, type Retailer } from "../../ground/core/vocabulary.ts";
import { piecesOf } from "../../ground/platform/pieces.ts";
import { decimalsOf, inMinorUnits } from "./read-money.ts";
import type { SaleRow } from "./read-sales.ts";
import type { SaleOwner } from "./sale-owners.ts";
import type { SaleSum } from "./sales-report.ts";

/** The retailers that are one shop. */
const SHOPS = RETAILERS.filter((retailer) => retailer !== "custom" && retailer !== "choice");

const words = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}&'’]+/gu, " ")} `;

/** The retailer in the name of a network's program, such as "Walmart Creator"; undefined for any other program. */
function shopIn(program: string): Retailer | undefined {
  const text = words(program);
  return SHOPS.find((retailer) => text.includes(words(RETAILER_NAMES[retailer])));
}

const NOBODY: SaleOwner = { projectId: "", linkId: "", retailer: "", mark: "" };

/** The sums of a report, with what a person wants to know before confirming it. */
export interface SummedSales {
  sums: SaleSum[];
  firstDay: string;
  lastDay: string;
  rowCount: number;
  unknownRows: number;
  /** The rows of one of the organization's links, not only of a project. */
  linkRows: number;
}

interface Running extends Omit<SaleSum, "amount" | "commission"> {
  amount: bigint;
  commission: bigint;
}

/** An order of a file: the sum of its first row, and what its rows say. */
interface Order {
  sum: Running;
  net: bigint;
  /** Of the commission, for files without amounts. */
  netCommission: bigint;
  isCorrected: boolean;
}

/**
 * Adds up rows by day, link, mark, retailer, currency and state. `retailer` is the shop of every row, if the network reports only
 * one. An order counts once, at its first row; an order that later rows take back does not count. Without ids of orders, each row
 * that takes nothing back counts as one.
 */
export async function sumSales(
  sales: readonly SaleRow[],
  owners: ReadonlyMap<string, SaleOwner>,
  retailer: Retailer | undefined,
): Promise<SummedSales> {
  const sums = new Map<string, Running>();
  const orders = new Map<string, Order>();
  const counts = { unknownRows: 0, linkRows: 0 };
  let [firstDay, lastDay] = ["9999", ""];
  for await (const piece of piecesOf(sales, 500))
    for (const sale of piece) {
      const owner = owners.get(sale.subId.toLowerCase()) ?? NOBODY;
      if (owner.projectId === "") counts.unknownRows++;
      if (owner.linkId !== "") counts.linkRows++;
      if (sale.day < firstDay) firstDay = sale.day;
      if (sale.day > lastDay) lastDay = sale.day;
      const shop = retailer ?? shopIn(sale.shop) ?? owner.retailer;
      const sum = sumFor(sums, sale, owner, shop);
      sum.items += sale.items;
      sum.amount += sale.amount;
      sum.commission += sale.commission;
      const takesBack = sale.amount < 0n || sale.commission < 0n || sale.items < 0;
      if (sale.orders !== null) sum.orders += sale.orders;
      else if (sale.order === "") sum.orders += takesBack ? 0 : 1;
      else countOrder(orders, sale, sum, takesBack);
    }
  const hasAmounts = sales.some(({ amount }) => amount !== 0n);
  for (const { sum, net, netCommission, isCorrected } of orders.values())
    if (!isCorrected || (hasAmounts ? net : netCommission) > 0n) sum.orders++;
  return { sums: [...sums.values()].map(finished), firstDay, lastDay, rowCount: sales.length, ...counts };
}

function sumFor(sums: Map<string, Running>, sale: SaleRow, owner: SaleOwner, retailer: string): Running {
  const { linkId, projectId, mark } = owner;
  const { day, currency, state } = sale;
  const key = [day, linkId, projectId, mark, retailer, currency, state].join("\n");
  const known = sums.get(key);
  if (known) return known;
  const numbers = { orders: 0, items: 0, amount: 0n, commission: 0n };
  const sum = { day, linkId, projectId, mark, retailer, currency, state, ...numbers };
  sums.set(key, sum);
  return sum;
}

/** A row of an order, whose number only its shop knows: its first one decides where the order counts, and a pending order may be approved in another row. */
function countOrder(orders: Map<string, Order>, sale: SaleRow, sum: Running, takesBack: boolean): void {
  const key = [sale.state === "reversed", sale.shop, sale.order].join("\n");
  const order = orders.get(key);
  if (!order)
    orders.set(key, { sum, net: sale.amount, netCommission: sale.commission, isCorrected: takesBack });
  else {
    order.net += sale.amount;
    order.netCommission += sale.commission;
    order.isCorrected ||= takesBack;
  }
}

function finished({ amount, commission, ...sum }: Running): SaleSum {
  const decimals = decimalsOf(sum.currency);
  return { ...sum, amount: inMinorUnits(amount, decimals), commission: inMinorUnits(commission, decimals) };
}
