import { expect, test } from "vitest";
import { confirmSalesReport } from "../../src/extras/sales/manage-sales-reports.ts";
import { expectError } from "../expectations.ts";
import { get, type Json } from "../requests.ts";
import { impactFile } from "../sales/report-files.ts";
import { owner, selling } from "../sales/selling.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
const { key: ofShop } = await service.issueKey({ organization: "acme", projects: ["shop"] });
const { key: strange } = await service.issueKey({ organization: "globex", createProjects: ["main"] });
const { link, add, used } = selling(service);
const cereal = await link(key);
const order = { day: "2026-11-21", subId: cereal.shortId, order: "A", amount: "12.34", commission: "0.5" };
const reportId = await add(
  impactFile(
    order,
    { ...order, order: "B", amount: "1980", commission: "99", currency: "JPY", state: "PENDING" },
    { ...order, order: "C", subId: "", amount: "5.00", shop: "=Target" },
  ),
);
await confirmSalesReport(owner, { reportId }, used);

const DAYS = "from=2026-11-01&to=2026-11-30";
const rowsOf = (json: Json) =>
  json.data.rows.map(({ key: value, currency, orders, amount }: Json) => [value, currency, orders, amount]);

test("sales are in the minor unit of each currency, and by what a request names", async () => {
  const { status, json } = await get(service, `/v1/sales?${DAYS}&by=link`, { key });
  expect(status).toBe(200);
  expect(rowsOf(json)).toEqual([
    // The currency with more orders comes first.
    [cereal.id, "USD", 1, 1234],
    ["none", "USD", 1, 500],
    [cereal.id, "JPY", 1, 1980],
  ]);
  expect(json.data.networks).toEqual([
    { network: "Impact", account: "", from: "2026-11-21", until: "2026-11-21" },
  ]);
  expect(json.data.totals.map(({ currency, pending }: Json) => [currency, pending.orders])).toEqual([
    ["USD", 0],
    ["JPY", 1],
  ]);
  const ofLink = await get(service, `/v1/links/${cereal.id}/sales?${DAYS}`, { key });
  expect(rowsOf(ofLink.json)).toEqual([
    ["2026-11-21", "JPY", 1, 1980],
    ["2026-11-21", "USD", 1, 1234],
  ]);
});

test("as CSV, amounts are decimal numbers", async () => {
  const headers = { Accept: "text/csv" };
  const { text } = await get(service, `/v1/sales?${DAYS}&by=link`, { key, headers });
  expect(text.split("\r\n").slice(0, 3)).toEqual([
    "key,name,currency,orders,items,amount,commission,pendingOrders,pendingAmount,pendingCommission,reversedOrders,reversedAmount,reversedCommission",
    `${cereal.id},Cereal,USD,1,0,12.34,0.50,0,0.00,0.00,0,0.00,0.00`,
    "none,,USD,1,0,5.00,0.50,0,0.00,0.00,0,0.00,0.00",
  ]);
});

test("a key reads the sales of its projects, and another organization's link is unknown", async () => {
  const { json } = await get(service, `/v1/sales?${DAYS}&by=link`, { key: ofShop });
  expect(json.data).toMatchObject({ totals: [], rows: [] });
  expectError(
    await get(service, `/v1/links/${cereal.id}/sales`, { key: ofShop }),
    403,
    "project_access_denied",
  );
  expectError(await get(service, `/v1/links/${cereal.id}/sales`, { key: strange }), 404, "not_found");
  expectError(await get(service, `/v1/sales?linkId=${cereal.id}`, { key: strange }), 404, "not_found");
  const { json: other } = await get(service, `/v1/sales?${DAYS}`, { key: strange });
  expect(other.data).toMatchObject({ networks: [], retailers: [], totals: [], rows: [] });
});

test.each([
  "from=yesterday",
  "by=country",
  "from=2026-11-30&to=2026-11-01",
  "retailer=aldi",
  "state=pending",
  "qrCode=x",
])("the query %s is not valid", async (query) => {
  expectError(await get(service, `/v1/sales?${query}`, { key }), 400, "validation_failed");
});

test("without a report there are no sales, and the days of the range are returned", async () => {
  const { json } = await get(service, "/v1/sales?from=2026-11-01&to=2026-11-30", { key: strange });
  expect(json.data).toEqual({
    ...{ from: "2026-11-01", to: "2026-11-30" },
    ...{ networks: [], retailers: [], totals: [], rows: [] },
  });
});
