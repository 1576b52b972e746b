import type { SaleState, SalesNumbers } from "./sales-report.ts";

/** The sales with one value, currency and state, as they are added up. */
export interface SalesPart extends SalesNumbers {
  key: string;
  currency: string;
  state: SaleState;
}

/** The sales with one value in one currency: pending and approved ones, and of these the pending ones; and the reversed ones. */
export interface SalesRow extends SalesNumbers {
  key: string;
  currency: string;
  pending: SalesNumbers;
  reversed: SalesNumbers;
}

export const zeroSales = (): SalesNumbers => ({ orders: 0, items: 0, amount: 0, commission: 0 });

/** Whether a row has sales that are not reversed. Some may have been taken back since. */
export const hasSales = ({ orders, items, amount, commission }: SalesNumbers): boolean =>
  orders !== 0 || items !== 0 || amount !== 0 || commission !== 0;

/** Adds the numbers of a part to others. */
export function addSales(sum: SalesNumbers, part: SalesNumbers): void {
  sum.orders += part.orders;
  sum.items += part.items;
  sum.amount += part.amount;
  sum.commission += part.commission;
}

const bySize = (one: SalesRow, other: SalesRow): number =>
  other.amount - one.amount || other.orders - one.orders || other.reversed.orders - one.reversed.orders;

/**
 * A row for each value and currency; currencies are never added up. The currency with the most orders comes first, and in it the
 * largest amount.
 */
export function salesRows(parts: readonly SalesPart[]): SalesRow[] {
  const rows = new Map<string, SalesRow>();
  const orders = new Map<string, number>();
  for (const { key, currency, state, ...numbers } of parts) {
    const id = `${currency} ${key}`;
    const row = rows.get(id) ?? {
      key,
      currency,
      ...zeroSales(),
      pending: zeroSales(),
      reversed: zeroSales(),
    };
    rows.set(id, row);
    addSales(state === "reversed" ? row.reversed : row, numbers);
    if (state === "pending") addSales(row.pending, numbers);
    orders.set(currency, (orders.get(currency) ?? 0) + numbers.orders);
  }
  return [...rows.values()].sort(
    (one, other) =>
      (orders.get(other.currency) ?? 0) - (orders.get(one.currency) ?? 0) ||
      one.currency.localeCompare(other.currency) ||
      bySize(one, other),
  );
}
