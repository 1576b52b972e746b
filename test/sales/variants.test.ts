import { beforeEach, describe, expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { amazonFile, impactFile } from "./report-files.ts";
import { lines, refused, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main"] });
const { add, review, read, link, used } = selling(service);
const { shortId } = await link(key);

beforeEach(async () => {
  await used.db.prepare("DELETE FROM sales_reports WHERE state = 'draft'").run();
});

const AWIN = { network: "Awin" };

describe("files as networks and spreadsheets write them", () => {
  test("Rakuten's with a byte order mark and years of two digits", async () => {
    const head =
      "\uFEFFMember ID (U1),MID,Advertiser Name,Order ID,Transaction Date,Transaction Time,SKU,Sales,# of Items,Total Commission,Process Date,Process Time";
    const row = `"${shortId}",42,"Walmart","123456789",11/23/26,"10:01:07","1234567",12.5,1,1.125,11/24/26,"02:00:00"`;
    expect(await read(lines(head, row), { currency: "USD" })).toEqual(["USD 1 1250 113"]);
  });

  test("Amazon's in the United Kingdom, and in Mexico with names of months", async () => {
    const british = lines(
      "Fee-Earnings from 2026-11-01 to 2026-11-30",
      "Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price,Items Shipped,Returns,Revenue,Ad Fees,Device Type Group,Direct",
      "Grocery,Tea,B000000001,Amazon,maple-21,2026-11-05 08:15:00,4.99,2,0,9.98,0.30,PHONE,direct",
    );
    expect(await read(british)).toEqual(["currency"]);
    expect(await read(british, { currency: "GBP" })).toEqual(["GBP 1 998 30"]);
    const mexican = lines(
      "Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group,Direct/Indirect",
      'Hogar,"Té, negro",B000000001,Amazon.com.mx,maple-20,September 15 2026,1299.00,1,0,1299.00,51.96,Desktop,Direct',
    );
    expect(await read(mexican, { currency: "MXN" })).toEqual(["MXN 1 129900 5196"]);
  });

  test("Excel's separator line, zones of other countries, and lines that add up", async () => {
    const file = impactFile(
      { day: "2026-11-21", subId: shortId, order: "1", amount: "5.00", commission: "0.50" },
      { day: "2026-11-22", subId: shortId, order: "2", amount: "6.00", commission: "0.50" },
    );
    const changed = `sep=,\r\n${file.replace("EST", "CEST").replace("EST", "GMT")}Grand total:,,,,,,,11.00,1.00\r\n`;
    expect(await read(changed)).toEqual(["USD 2 1100 100"]);
  });

  test("a separator that the first line names, which is no row of a spreadsheet", async () => {
    const file = lines(
      "sep=|",
      "Trans Date|Affcomment|Trans Amount|Commission",
      `11/23/2026|${shortId}|5.00|wrong`,
    );
    const found = await review(await add(file));
    expect(found.reading.columns.get("subId")).toBe(1);
    const columns = {
      day: "transdate",
      subId: "affcomment",
      amount: "transamount",
      commission: "commission",
    };
    const choices = { network: "ShareASale", columns, currency: "USD" };
    expect(await read(file, choices)).toEqual(["2 Commission has wrong, which is no amount"]);
    expect(await read(file.replace("|wrong", "|0.5"), choices)).toEqual(["USD 1 500 50"]);
  });

  test("a report without days says what is missing", async () => {
    const tracking = lines("Tracking ID,Clicks,Items Shipped,Ad Fees($)", "maple-20,10,1,0.50");
    expect(await read(tracking)).toEqual(["network", "columns", "currency"]);
    await expect(
      read(tracking, { network: "Amazon", columns: { subId: "trackingid", commission: "adfees" } }),
    ).rejects.toThrow(refused("validation_failed"));
  });

  test.each([
    ["a ZIP file", Uint8Array.of(80, 75, 3, 4, 20, 0)],
    ["an old workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0)],
    ["half a character", Uint8Array.of(255, 254, 65, 0, 0, 0xd8)],
    ["NUL", "Date,Amount\n\0,1\n"],
  ])("%s is no CSV file", async (_, content) => {
    await expect(add(content)).rejects.toThrow(refused("validation_failed"));
  });
});

describe("money", () => {
  const HEAD = "Date,Click Ref,Sale Amount,Commission";
  const columns = { day: "date", subId: "clickref", amount: "saleamount", commission: "commission" };

  test("cells that name their currency need no other, and rows are in theirs", async () => {
    const file = lines(
      HEAD,
      `2026-11-21,${shortId},EUR 5.00,EUR 0.50`,
      `2026-11-21,${shortId},CA$7.00,CA$0.70`,
      `2026-11-21,${shortId},KWD 1.250,KWD 0.125`,
    );
    expect(await read(file, { ...AWIN, columns })).toEqual([
      "CAD 1 700 70",
      "EUR 1 500 50",
      "KWD 1 1250 125",
    ]);
  });

  test("a sign that the row's currency does not have is named", async () => {
    const file = lines(HEAD, `2026-11-21,${shortId},$5.00,¥1`);
    expect(await read(file, { ...AWIN, columns, currency: "EUR" })).toEqual([
      "2 Sale Amount has $5.00, and the row is in EUR",
      "2 Commission has ¥1, and the row is in EUR",
    ]);
    const dollars = lines(HEAD, `2026-11-21,${shortId},$5.00,$1`);
    expect(await read(dollars, { ...AWIN, columns, currency: "CAD" })).toEqual(["CAD 1 500 100"]);
  });

  test("headings in two currencies are named, and one of them can be ignored", async () => {
    const file = lines(
      "Date,Click Ref,Sale Amount (USD),Commission (GBP)",
      `2026-11-21,${shortId},5.00,0.50`,
    );
    expect(await read(file, { ...AWIN, columns })).toEqual([
      "Sale Amount (USD) and Commission (GBP) are in two currencies. Choose columns in one, or ignore one of them.",
    ]);
    const { commission, ...rest } = columns;
    expect(await read(file, { ...AWIN, columns: { ...rest, commission } })).toHaveLength(1);
    expect(await read(file, { ...AWIN, columns: rest })).toEqual(["USD 1 500 0"]);
  });

  test("what a file says of its currency is true, whatever was chosen for the last one", async () => {
    const rows = [`2026-11-21,${shortId},5.00,0.50`];
    const [pounds, euros] = [HEAD.replace("Amount", "Amount (GBP)"), rows[0]?.replace("5.00", "€5.00") ?? ""];
    const chosen = { ...AWIN, columns, currency: "USD" };
    expect(await read(lines(pounds, ...rows), chosen)).toEqual(["GBP 1 500 50"]);
    expect(await read(lines(HEAD, euros), chosen)).toEqual(["EUR 1 500 50"]);
    expect(await read(lines(HEAD, ...rows), chosen)).toEqual(["USD 1 500 50"]);
  });

  test("of two equal headings, the second can be chosen", async () => {
    const file = lines("Date,Click Ref,Amount (USD),Amount ($)", `2026-11-21,${shortId},1.00,2.00`);
    const chosen = { day: "date", subId: "clickref", amount: "amount 2" };
    expect(await read(file, { ...AWIN, columns: chosen, currency: "USD" })).toEqual(["USD 1 200 0"]);
  });
});

describe("orders", () => {
  const of = (order: string, amount: string, more: object = {}) => ({
    ...{ day: "2026-11-21", subId: shortId, order, amount, commission: "0.50" },
    ...more,
  });

  test("numbers are those of a shop: two shops may have the same", async () => {
    const file = impactFile(of("1001", "5.00", { shop: "Target" }), of("1001", "6.00", { shop: "Walmart" }));
    expect(await read(file)).toEqual(["USD 2 1100 100"]);
  });

  test("of a file without amounts count as long as some commission is left", async () => {
    const file = lines(
      "Date,Click Ref,Order ID,Commission",
      `2026-11-21,${shortId},A,5.00`,
      `2026-11-21,${shortId},A,-1.00`,
      `2026-11-21,${shortId},B,5.00`,
      `2026-11-21,${shortId},B,-5.00`,
    );
    const columns = { day: "date", subId: "clickref", order: "orderid", commission: "commission" };
    expect(await read(file, { ...AWIN, columns, currency: "USD" })).toEqual(["USD 1 0 400"]);
  });

  test("a shop is a whole word of the program's name", async () => {
    const file = impactFile(of("1", "5.00", { shop: "Retargeting Ltd", subId: "" }));
    const { reading } = await review(await add(file));
    expect(reading.summed?.sums.map(({ retailer }) => retailer)).toEqual([""]);
  });

  test("a row without a day is named, though its product is called total", async () => {
    const file = lines(
      "Date,Click Ref,Product,Sale Amount",
      `2026-11-21,${shortId},Cereal,5.00`,
      `,${shortId},Total Raisin Bran,6.00`,
    );
    const columns = { day: "date", subId: "clickref", amount: "saleamount" };
    expect(await read(file, { ...AWIN, columns, currency: "USD" })).toEqual(["3 Date is empty"]);
  });
});

describe("days", () => {
  test("in the future are pointed out, and a title covers none of them", async () => {
    const file = lines("When,Click Ref,Amount", `12/11/2026,${shortId},5.00`);
    const columns = { day: "when", subId: "clickref", amount: "amount" };
    const known = { ...AWIN, columns, currency: "USD" };
    expect(await read(file, { ...known, dayOrder: "month" })).toEqual(["USD 1 500 0", "ahead"]);
    expect(await read(file, { ...known, dayOrder: "day" })).toEqual(["USD 1 500 0"]);
    const month = amazonFile({ day: "2026-11-21", amount: "1.00", commission: "0.10" }).replace(
      "11-30",
      "12-31",
    );
    const { reading } = await review(await add(month, { currency: "USD" }));
    expect([reading.summed?.firstDay, reading.summed?.lastDay]).toEqual(["2026-11-01", "2026-12-01"]);
  });
});
