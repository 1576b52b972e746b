import { expect, test } from "vitest";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { amazonFile, cjFile, excelFile, impactFile, rakutenFile } from "./report-files.ts";
import { said, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
const { add, review, link, used } = selling(service);
const cereal = await link(key);
const target = await link(key, { retailer: "bigbox_t", name: "Juice" });
await post(service, `/v1/links/${cereal.id}/qr-codes`, { identifier: "Poster-1", name: "Poster" }, { key });
await used.db
  .prepare(
    `UPDATE projects SET settings = json_set(settings, '$.affiliate', json(?1)) WHERE id = 'shop' AND organization_id = 'acme'`,
  )
  .bind(JSON.stringify({ marketplace: { tags: { US: "Maple-20", CA: "maple-21" } } }))
  .run();

const order = (number: number, more: object = {}) => ({
  ...{ day: "2026-11-21", subId: cereal.shortId, order: `10${number}`, amount: "25.00", commission: "1.25" },
  ...more,
});
const sumsOf = async (content: string | Uint8Array, choices = {}) => {
  const { reading, report } = await review(await add(content, choices));
  return {
    network: report.network,
    questions: reading.questions,
    problems: reading.problems.map(({ row, heading, message }) => `${row} ${heading} ${message}`),
    unknown: reading.summed?.unknownRows,
    days: [reading.summed?.firstDay, reading.summed?.lastDay].join(" "),
    sums: reading.summed?.sums.map((sum) =>
      [
        ...[
          sum.day,
          sum.linkId === cereal.id ? "cereal" : sum.linkId === target.id ? "juice" : sum.projectId,
          sum.mark,
        ],
        ...[sum.retailer, sum.currency, sum.state, sum.orders, sum.items, sum.amount, sum.commission],
      ].join(" "),
    ),
  };
};

test("Impact's actions: sub-ids with codes and sources, states and three currencies", async () => {
  const { shortId } = cereal;
  const found = await sumsOf(
    impactFile(
      order(1, { subId: `${shortId}-q-poster-1` }),
      order(2, { subId: `${shortId}-v-instagram`, state: "PENDING", amount: "1,012.50" }),
      order(3, {
        subId: shortId.toUpperCase(),
        state: "REVERSED",
        currency: "CAD",
        amount: "9.99",
        commission: "0",
      }),
      order(4, {
        subId: target.shortId,
        currency: "JPY",
        amount: "1980",
        commission: "59.4",
        shop: "Target",
      }),
      order(5, { subId: "zzzzzzzz" }),
      order(6, { subId: "" }),
    ),
  );
  expect(found).toEqual({
    network: "Impact",
    questions: [],
    problems: [],
    unknown: 2,
    days: "2026-11-21 2026-11-21",
    sums: [
      "2026-11-21 cereal q-Poster-1 bigbox_w USD approved 1 0 2500 125",
      "2026-11-21 cereal v-instagram bigbox_w USD pending 1 0 101250 125",
      "2026-11-21 cereal  bigbox_w CAD reversed 1 0 999 0",
      "2026-11-21 juice  bigbox_t JPY approved 1 0 1980 59",
      "2026-11-21   bigbox_w USD approved 2 0 5000 250",
    ],
  });
});

test("Amazon's earnings: a title with the days, tags of projects and links, returns as negative rows", async () => {
  const tagged = await link(key, {
    ...{ name: "Own tag", retailer: "marketplace", products: [{ retailerProductId: "B000000001" }] },
    affiliate: { tag: "Own-Tag-20" },
  });
  const file = amazonFile(
    { day: "2026-11-03", subId: "maple-20", items: 3, amount: "14.97", commission: "0.45" },
    { day: "2026-11-05", subId: "maple-20", items: 0, returns: 1, amount: "-4.99", commission: "-0.15" },
    { day: "2026-11-05", subId: "own-tag-20", items: 1, amount: "4.99", commission: "0.15" },
    { day: "2026-11-05", subId: "stranger-20", items: 1, amount: "4.99", commission: "0.15" },
  );
  // A dollar sign is of several currencies.
  expect((await sumsOf(file)).questions).toEqual(["currency"]);
  const found = await sumsOf(file, { currency: "USD" });
  expect({ ...found, sums: found.sums?.sort() }).toEqual({
    network: "Amazon",
    questions: [],
    problems: [],
    unknown: 1,
    days: "2026-11-01 2026-11-30",
    sums: [
      "2026-11-03 shop  marketplace USD approved 1 3 1497 45",
      "2026-11-05   marketplace USD approved 1 1 499 15",
      "2026-11-05 main  marketplace USD approved 1 1 499 15",
      "2026-11-05 shop  marketplace USD approved 0 -1 -499 -15",
    ],
  });
  const { reading } = await review(await add(file));
  expect(reading.summed?.sums.filter(({ linkId }) => linkId === tagged.id)).toHaveLength(1);
});

test("CJ's commissions: corrections take an order back, locked ones are approved", async () => {
  const found = await sumsOf(
    cjFile(
      order(1, { state: "NEW" }),
      order(2, { state: "LOCKED" }),
      order(3, { state: "CLOSED" }),
      order(3, { state: "CLOSED", amount: "-25.00", commission: "-1.25" }),
      order(4, { state: "EXTENDED", amount: "10.00" }),
    ),
  );
  expect(found.network).toBe("CJ");
  expect(found.sums).toEqual([
    "2026-11-21 cereal  bigbox_w USD pending 2 0 3500 250",
    "2026-11-21 cereal  bigbox_w USD approved 1 0 2500 125",
  ]);
});

test("Rakuten's orders: a row for each product, and days that are asked for if they can be two", async () => {
  const products = [
    order(1, { items: 2 }),
    order(1, { amount: "5.00", items: 1 }),
    order(2, { day: "2026-11-05" }),
  ];
  expect(await sumsOf(rakutenFile(...products))).toMatchObject({
    network: "Rakuten",
    questions: [],
    sums: [
      "2026-11-21 cereal  bigbox_w USD approved 1 3 3000 250",
      "2026-11-05 cereal  bigbox_w USD approved 1 1 2500 125",
    ],
  });
  const doubtful = rakutenFile(order(1, { day: "2026-11-05" }));
  expect((await sumsOf(doubtful)).questions).toEqual(["dayOrder"]);
  expect((await sumsOf(doubtful, { dayOrder: "day" })).days).toBe("2026-05-11 2026-05-11");
  expect((await sumsOf(doubtful, { dayOrder: "month" })).days).toBe("2026-11-05 2026-11-05");
});

test("files as Excel saves them", async () => {
  const file = impactFile(
    order(1, { amount: "1234.50" }),
    order(2, { amount: "-3.00", commission: "-0.15" }),
  );
  const sums = (await sumsOf(file)).sums;
  expect(sums).toEqual(["2026-11-21 cereal  bigbox_w USD approved 1 0 123150 110"]);
  for (const kind of ["utf16", "semicolons"] as const)
    expect((await sumsOf(excelFile(file, kind))).sums).toEqual(sums);
});

test("amounts whose decimal sign nothing shows are asked for", async () => {
  const file = impactFile(order(1, { amount: "1.234", commission: "5" }));
  expect((await sumsOf(file)).questions).toEqual(["decimal"]);
  expect((await sumsOf(file, { decimal: "," })).sums).toEqual([
    "2026-11-21 cereal  bigbox_w USD approved 1 0 123400 500",
  ]);
  expect((await sumsOf(file, { decimal: "." })).sums).toEqual([
    "2026-11-21 cereal  bigbox_w USD approved 1 0 123 500",
  ]);
});

test("another network is read by columns that people choose, which its next file remembers", async () => {
  const file = (id: number) =>
    `When;Click reference;Umsatz;Provision;Sale status\r\n21.11.2026;${cereal.shortId};12,50 €;0,63 €;offen\r\n22.11.2026;;7${id},00 €;0,35 €;bestätigt\r\n`;
  const first = await review(await add(file(1)));
  expect(first.reading.questions).toEqual(["network", "columns"]);
  expect(first.reading.columns.get("subId")).toBe(1);
  const columns = {
    day: "when",
    subId: "clickreference",
    amount: "umsatz",
    commission: "provision",
    state: "salestatus",
  };
  const found = await sumsOf(file(1), { network: " Awin  Germany ", columns });
  expect(found).toMatchObject({ network: "Awin Germany", questions: [], unknown: 1 });
  expect(found.sums).toEqual([
    "2026-11-21 cereal  bigbox_w EUR pending 1 0 1250 63",
    "2026-11-22    EUR approved 1 0 7100 35",
  ]);
  const { confirmed } = selling(service);
  await confirmed(file(1));
  expect(await sumsOf(file(2))).toMatchObject({ network: "Awin Germany", questions: [] });
});

test("a bad row is named by its row and column, and then nothing can be confirmed", async () => {
  const file = impactFile(
    order(1, { amount: "twelve" }),
    order(2, { state: "MAYBE" }),
    order(3, { day: "soon" }),
    order(4, { currency: "DOLLARS" }),
    order(5, { amount: "€5.00" }),
    order(6),
  );
  const found = await sumsOf(file);
  expect(found.sums).toBeUndefined();
  expect(found.problems).toEqual([
    "2 Sale Amount has twelve, which is no amount",
    "3 Status has MAYBE, which is no known state",
    "4 Action Date has soon 14:22:01 EST, which is no date",
    "5 Currency has DOLLARS, which is no currency such as USD",
    "6 Sale Amount has €5.00, and the row is in USD",
  ]);
  const { confirmed } = selling(service);
  await expect(confirmed(file)).rejects.toThrow(expect.objectContaining({ code: "validation_failed" }));
});

test("lines with totals are no sales, and rows below a title keep their numbers", async () => {
  const file = `Report of November\n\n${impactFile(order(1), order(2, { amount: "x" }))}Total,,,,,,,50.00,2.50\n`;
  expect((await sumsOf(file)).problems).toEqual(["5 Sale Amount has x, which is no amount"]);
});

test("the short id of another organization's link is not of our links", async () => {
  const { key: strange } = await service.issueKey({ organization: "globex", createProjects: ["main"] });
  const other = await link(strange);
  expect(await sumsOf(impactFile(order(1, { subId: other.shortId })))).toMatchObject({
    unknown: 1,
    sums: ["2026-11-21   bigbox_w USD approved 1 0 2500 125"],
  });
});

test("fractions of a cent are added up before they are rounded", async () => {
  const orders = Array.from({ length: 1_000 }, (_, index) => order(index, { commission: "0.0045" }));
  const { totals } = await review(await add(impactFile(...orders)));
  expect(said(totals)).toEqual(["USD 1000 2500000 450"]);
});
