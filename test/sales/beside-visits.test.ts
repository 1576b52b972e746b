import { describe, expect, test } from "vitest";
import { addSalesReport } from "../../src/extras/sales/add-sales-report.ts";
import type { SalesDependencies } from "../../src/extras/sales/get-sales.ts";
import { confirmSalesReport, undoSalesReport } from "../../src/extras/sales/manage-sales-reports.ts";
import { salesBesideVisits } from "../../src/extras/sales/sales-beside.ts";
import { memberOf } from "../actors.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { dayAgo, makeSeason } from "../dashboard/visits.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type FileOrder, impactFile } from "./report-files.ts";

const ACME = "/dashboard/o/acme";
const dashboard = await useDashboard();
const season = await makeSeason(dashboard.service);
const used = dependenciesOf(dashboard.service.env);
const owner = memberOf("owner");
for (const [email, role, projects] of [
  ["owner@acme.example", "owner", "all"],
  ["reader@acme.example", "viewer", "all"],
  ["shop@acme.example", "viewer", ["shop"]],
] as const)
  await dashboard.add("acme", email, role, projects === "all" ? "all" : [...projects]);
const [boss, reader, ofShop] = await Promise.all(
  ["owner", "reader", "shop"].map((name) => dashboard.as(`${name}@acme.example`)),
);

/** The text of a page, as people read it. */
const page = async (path: string, person = boss): Promise<string> =>
  (await person?.open(`${ACME}${path}`))?.text
    .replaceAll(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll(/\s+/g, " ") ?? "";

async function confirmed(...orders: Partial<FileOrder>[]): Promise<string> {
  const rows = orders.map((each, index) => ({
    ...{ day: dayAgo(3), order: `${100 + index}`, amount: "25.00", commission: "1.25" },
    ...each,
  }));
  const { id } = await addSalesReport(owner, { fileName: "report.csv", content: impactFile(...rows) }, used);
  await confirmSalesReport(owner, { reportId: id }, used);
  return id;
}

const OF_CART = { subId: `${season.cart.shortId}-q-default`, amount: "51.00", commission: "3.20" };

describe("sales beside visits", () => {
  test("are nothing without a report, which costs one query, but a door for those who may add one", async () => {
    const { networks } = used.salesReports;
    const onlyNetworks = new Proxy({ salesReports: { networks } } as unknown as SalesDependencies, {
      get(target, name) {
        if (name !== "salesReports") throw new Error(`${String(name)} was used`);
        return Reflect.get(target, name);
      },
    });
    expect(
      await salesBesideVisits(owner, { filter: { link: season.cart.id }, by: [] }, onlyNetworks),
    ).toBeNull();
    for (const path of ["", "/visits", `/links/${season.cart.id}`])
      expect(await page(path)).not.toMatch(/Orders|orders/);
    expect(await page("/visits")).toContain("Add a sales report");
    for (const path of ["", `/visits?link=${season.poster.id}`, `/links/${season.cart.id}`])
      expect(await page(path)).not.toContain("Add a sales report");
    expect(await page("/visits", reader)).not.toContain("Add a sales report");
  });

  test("say until when reports are in where there are no orders, without an empty box", async () => {
    const id = await confirmed({ ...OF_CART, day: "2026-01-31" });
    expect(await page("/visits")).toContain(
      "No orders in this period. Sales reports are in until 31 Jan 2026.",
    );
    expect(await page("/visits")).not.toContain("Add a sales report");
    for (const path of ["", `/links/${season.cart.id}`]) expect(await page(path)).not.toMatch(/[Oo]rders/);
    await undoSalesReport(owner, { reportId: id }, used);
    expect(await page("/visits")).toContain("Add a sales report");
  });

  test("are orders, sales, commission and sales per 1,000 visits, by link, code, source and project", async () => {
    await confirmed(
      OF_CART,
      OF_CART,
      { ...OF_CART, state: "PENDING" },
      { subId: `${season.cart.shortId}-v-instagram` },
      { subId: `${season.elsewhere.shortId}-q-default` },
      { subId: season.elsewhere.shortId, state: "REVERSED", amount: "999.00" },
      { subId: "zzzzzzzz" },
    );
    const overview = await page("");
    expect(overview).toContain("6 orders for $228");
    // 98 visits brought $228: $2,327 per 1,000. Of them, 8 went to the shop that reports.
    const figures =
      "Orders 6 1 pending, 1 reversed Sales $228 Commission $13.35 Sales per 1,000 visits $2,327";
    expect(overview).toContain(figures);
    expect(overview).toContain(`8 % of visits went to shops that report sales.`);
    const visits = await page("/visits");
    expect(visits).toContain(figures);
    // Its 8 visits brought 4 orders.
    expect(visits).toContain("Cart 8 4 $178 $10.85 $22,250 Elsewhere 2 1 $25.00 $1.25 $12,500");
    expect(visits).toContain("Not of a single link 1 $25.00 $1.25 ");
    expect(await page("/visits?sales=qrCode")).toContain("Cart: Default QR code 5 3 $153 $9.60 $30,600");
    // The visits without a code are others than those of orders whose code is unknown.
    expect(await page("/visits?sales=qrCode")).toContain("Code unknown 2 $50.00 $2.50 Sales");
    expect(await page("/visits?sales=source")).toContain("instagram 1 $25.00");
    expect(await page("/visits?sales=project")).toContain("Not of your links 1 $25.00");
    expect((await boss?.open(`${ACME}/visits`))?.text).toContain(`href="?link=${season.cart.id}"`);
  });

  test("are those of one link on its page, and with its filters", async () => {
    const figures = "Orders 4 1 pending Sales $178 Commission $10.85 Sales per 1,000 visits $22,250";
    expect(await page(`/links/${season.cart.id}`)).toContain(figures);
    expect(await page(`/links/${season.cart.id}?tab=details`)).not.toContain("Orders");
    expect(await page(`/links/${season.poster.id}`)).not.toContain("Orders");
    expect(await page(`/visits?link=${season.cart.id}`)).toContain(figures);
    expect(await page(`/visits?link=${season.cart.id}`)).toContain("Default QR code 5 3 $153");
    expect(await page("/visits?projectId=shop")).toContain("Orders 1 1 reversed Sales $25.00");
    // What networks report says nothing of countries.
    expect(await page("/visits?country=CA")).not.toMatch(/Orders|Add a sales report/);
  });

  test("are those of the projects that a member may see", async () => {
    const visits = await page("/visits", ofShop);
    expect(visits).toContain("Orders 1 1 reversed Sales $25.00");
    expect(visits).not.toMatch(/Cart|\$178|\$228|Not of your links/);
  });

  test("never add up currencies", async () => {
    await confirmed(
      OF_CART,
      { ...OF_CART, currency: "EUR" },
      { ...OF_CART, currency: "JPY", amount: "4600" },
    );
    const visits = await page("/visits");
    expect(visits).toContain("Orders 3 Sales €51.00 ¥4,600 $51.00 Commission €3.20 ¥3 $3.20");
    expect(visits).toContain("Sales per 1,000 visits €520 ¥46,939 $520");
    expect(await page("")).toContain("3 orders for €51.00, ¥4,600 and $51.00.");
  });

  test("show no currency in which all orders were reversed, and no row of such a link", async () => {
    await confirmed(
      OF_CART,
      { ...OF_CART, currency: "CAD", state: "REVERSED" },
      { subId: "zzzzzzzz" },
      { subId: season.elsewhere.shortId, currency: "CAD", state: "REVERSED" },
    );
    for (const path of ["", "/visits", `/links/${season.cart.id}`, `/visits?link=${season.cart.id}`])
      expect(await page(path)).not.toContain("CA$");
    const visits = await page("/visits");
    expect(visits).toContain("Orders 2 2 reversed Sales $76.00 Commission $4.45");
    expect(visits).toContain("Cart 8 1 $51.00 $3.20 $6,375 Not of a single link 1 $25.00");
    expect(await page(`/links/${season.elsewhere.id}`)).toMatch(/Orders 0 1 reversed Sales reports/);
  });
});
