import { hasSales, type SalesRow } from "../../../extras/sales/sales-rows.ts";
import { count } from "../charts/numbers.ts";
import { Table } from "../components/table.tsx";
import { exactMoney } from "./sales-view.ts";

/** Sales by currency: those that count, of these the pending ones, and the reversed ones. */
export const TotalsTable = ({ caption, rows }: { caption: string; rows: readonly SalesRow[] }) => {
  const hasItems = rows.some(({ items, reversed }) => items !== 0 || reversed.items !== 0);
  const numeric = (label: string) => ({ label, numeric: true });
  return (
    <Table
      caption={caption}
      columns={[
        "Currency",
        ...["Orders", ...(hasItems ? ["Items"] : []), "Sales", "Commission", "Pending", "Reversed"].map(
          numeric,
        ),
      ]}
      rows={rows.map(({ currency, pending, reversed, ...row }) => [
        currency,
        count(row.orders),
        ...(hasItems ? [count(row.items)] : []),
        ...[row.amount, row.commission].map((sum) => (hasSales(row) ? exactMoney(sum, currency) : "–")),
        part(pending.orders, pending.amount, currency),
        part(reversed.orders, reversed.amount, currency),
      ])}
    />
  );
};

/** Orders with their amount, as in "4 · $74.20"; a dash for neither. */
const part = (orders: number, amount: number, currency: string): string =>
  orders === 0 && amount === 0 ? "–" : `${count(orders)} · ${exactMoney(amount, currency)}`;
