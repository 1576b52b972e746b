/** Report files of four networks as their documents describe them: see src/extras/sales/networks.ts. */

/** An order of a made-up report. Money is a text as the file has it. */
export interface FileOrder {
  day: string;
  subId?: string;
  order: string;
  amount: string;
  commission: string;
  items?: number;
  currency?: string;
  state?: string;
  shop?: string;
}

const lines = (head: string, rows: readonly (readonly string[])[]): string =>
  [
    head,
    ...rows.map((cells) =>
      cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","),
    ),
  ]
    .map((line) => `${line}\r\n`)
    .join("");

const words = (order: FileOrder) => ({
  ...{ subId: "", items: 1, currency: "USD", state: "APPROVED", shop: "Walmart Creator" },
  ...order,
});

/** Impact's Action Listing. */
export const impactFile = (...orders: FileOrder[]): string =>
  lines(
    "Action Date,Action Id,Order Id,Brand,Sub Id 1,Status,Currency,Sale Amount,Action Earnings",
    orders
      .map(words)
      .map((each) => [
        ...[`${each.day} 14:22:01 EST`, `A.${each.order}`, each.order, each.shop, each.subId, each.state],
        ...[each.currency, each.amount, each.commission],
      ]),
  );

/** Amazon's earnings by tracking id: a title, no orders, and returns as rows with negative numbers. */
export const amazonFile = (...orders: (Omit<FileOrder, "order"> & { returns?: number })[]): string =>
  `Fee-Earnings from 2026-11-01 to 2026-11-30\r\n${lines(
    "Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group",
    orders.map((each) => [
      ...[
        "Grocery",
        "Cereal, 12 oz",
        "B000000001",
        "Amazon",
        each.subId ?? "",
        `${each.day} 08:15:00`,
        "4.99",
      ],
      ...[String(each.items ?? 1), String(each.returns ?? 0), each.amount, each.commission, "PHONE"],
    ]),
  )}`;

/** CJ's commission detail, whose headings name the currency. */
export const cjFile = (...orders: FileOrder[]): string =>
  lines(
    "Posting Date,Event Date,Commission ID,Order ID,Advertiser Name,SID,Action Status,Sale Amount (USD),Publisher Commission (USD)",
    orders
      .map(words)
      .map((each) => [
        ...["2026-11-30T02:00:00Z", `${each.day}T18:40:00-0800`, `9${each.order}`, each.order, each.shop],
        ...[each.subId, each.state, each.amount, each.commission],
      ]),
  );

/** Rakuten's Signature Orders, with days such as 11/21/2026. */
export const rakutenFile = (...orders: FileOrder[]): string =>
  lines(
    "Member ID (U1),MID,Advertiser Name,Order ID,Transaction Date,Transaction Time,SKU,Sales,# of Items,Total Commission,Process Date,Process Time,Currency",
    orders.map(words).map((each) => {
      const [year = "", month = "", day = ""] = each.day.split("-");
      return [
        ...[
          each.subId,
          "1234",
          each.shop,
          each.order,
          `${Number(month)}/${Number(day)}/${year}`,
          "10:01",
          "SKU-1",
        ],
        ...[each.amount, String(each.items), each.commission, "11/30/2026", "02:00", each.currency],
      ];
    }),
  );

/** A text as Excel saves it: "Unicode text" with tabs in UTF-16, or CSV with semicolons, decimal commas and a byte order mark. */
export function excelFile(csv: string, kind: "utf16" | "semicolons"): Uint8Array {
  if (kind === "utf16") {
    const text = `\uFEFF${csv.replaceAll(",", "\t")}`;
    return new Uint8Array(Uint16Array.from(Array.from(text, (character) => character.charCodeAt(0))).buffer);
  }
  return new TextEncoder().encode(
    `\uFEFF${csv.replaceAll(",", ";").replace(/(?<=;-?\d+)\.(?=\d\d[;\r])/g, ",")}`,
  );
}
