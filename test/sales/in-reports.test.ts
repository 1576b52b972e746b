import { describe, expect, test } from "vitest";
import { readContent, reportMail } from "../../src/extras/reports/report-mail.ts";
import { addSalesReport } from "../../src/extras/sales/add-sales-report.ts";
import { chooseForDraft } from "../../src/extras/sales/choose-for-draft.ts";
import { confirmSalesReport } from "../../src/extras/sales/manage-sales-reports.ts";
import { salesWordsIn } from "../../src/extras/sales/sales-words.ts";
import type { SharedReport } from "../../src/features/visits/shared-report.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../src/ground/core/page-languages.ts";
import { memberOf } from "../actors.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { dayAgo, makeSeason } from "../dashboard/visits.ts";
import { dependenciesOf } from "../dependencies.ts";
import { impactFile } from "./report-files.ts";

const ACME = "/dashboard/o/acme";
const OWNER = "owner@acme.example";
const dashboard = await useDashboard();
const season = await makeSeason(dashboard.service);
const used = dependenciesOf(dashboard.service.env);
await dashboard.add("acme", OWNER, "owner");
await dashboard.add("acme", "agency@acme.example", "editor", ["shop"]);
const [boss, agency] = [await dashboard.as(OWNER), await dashboard.as("agency@acme.example")];

const order = (number: number, subId: string, more: object = {}) => ({
  ...{ day: dayAgo(3), subId, order: `10${number}`, amount: "1025.00", commission: "51.25" },
  ...more,
});
const { cart, elsewhere } = season;
const content = impactFile(
  order(1, cart.shortId),
  order(2, cart.shortId, { state: "PENDING" }),
  order(3, cart.shortId, { currency: "EUR" }),
  order(4, elsewhere.shortId, { amount: "25.00", commission: "1.25" }),
);
const { id } = await addSalesReport(memberOf("owner"), { fileName: "report.csv", content }, used);
await confirmSalesReport(memberOf("owner"), { reportId: id }, used);

/** Shares a view; its address, its id and what was stored of it. */
async function shared(fields: Record<string, string>, query = "", person = boss) {
  const name = `Report ${crypto.randomUUID()}`;
  const { text } = await person.send(`${ACME}/visits/share${query}`, { name, expiresAt: "", ...fields });
  const path = new URL(/id="report-address">([^<]+)</.exec(text)?.[1] ?? "https://x.example/").pathname;
  const row = await dashboard.service.env.DB.prepare("SELECT id FROM shared_reports WHERE name = ?1")
    .bind(name)
    .first<{ id: string }>();
  const report = await used.sharedReports.find(row?.id ?? "");
  return { path, report: report as SharedReport };
}
const text = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/[\s\u00a0\u202f]+/g, " ");
async function page(path: string, language: string): Promise<string> {
  const headers = { Accept: "text/html", "Accept-Language": language };
  return text(await (await dashboard.service.fetch(path, { headers })).text());
}
const mailOf = async (report: SharedReport, language: PageLanguage) =>
  reportMail(
    await readContent(report, used),
    {
      ...{ organizationId: "acme", id: "rec_1", email: "a@b.example", projects: null, problem: null },
      ...{ language, origin: "https://go.example" },
    },
    null,
  );

describe("a shared report", () => {
  test("shows sales only if its author says so, also afterwards", async () => {
    const { path, report } = await shared({});
    expect(await page(path, "en")).not.toContain("Commission");
    expect(JSON.stringify((await mailOf(report, "en")).blocks)).not.toContain("Commission");
    const own = `${ACME}/reports/${report.id}`;
    const fields = { name: "With sales", note: "", expiresAt: "", language: "" };
    expect((await boss.open(`${own}/change`)).text).not.toMatch(/name="sales"[^>]*checked/);
    await boss.send(`${own}/change`, { ...fields, sales: "1" });
    expect((await boss.open(`${own}/change`)).text).toMatch(/name="sales"[^>]*checked/);
    const shown = text((await boss.open(own)).text);
    expect(shown).toContain(
      "Orders 4 1 pending Sales $2,075 €1,025 Commission $104 €51.25 Sales per 1,000 visits $21,173 €10,459",
    );
    await boss.send(`${own}/change`, fields);
    expect(text((await boss.open(own)).text)).not.toContain("Commission");
  });

  test.each(PAGE_LANGUAGES)("has them in %s, on its page and by mail", async (language) => {
    const { path, report } = await shared({ sales: "1" });
    const words = await salesWordsIn(language);
    expect(Object.values(words).every((word) => word !== "")).toBe(true);
    const money = new Intl.NumberFormat(language, {
      ...{ style: "currency" as const, currency: "USD" },
      ...{ minimumFractionDigits: 0, maximumFractionDigits: 0 },
    }).format(2075);
    const plain = (all: string) => all.replaceAll(/[\s\u00a0\u202f]+/g, " ");
    const read = await page(path, language);
    for (const part of [words.title, words.commission, plain(money), plain(words.share).slice(-15)])
      expect(read).toContain(part);
    const { blocks } = await mailOf(report, language);
    const table = blocks.find(({ title }) => title === words.title);
    expect(table).toMatchObject({
      type: "table",
      rows: [
        [words.orders, expect.stringMatching(/^4/)],
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    });
    expect(plain(JSON.stringify(table))).toContain(`${plain(money)} · `);
    // No word of another language or name in braces is left.
    expect(JSON.stringify(blocks)).not.toMatch(/\{(?!token)\w+\}|undefined/);
  });

  test("has those of its link, and of the projects of a member who is limited", async () => {
    const ofLink = await shared({ sales: "1" }, `?link=${cart.id}`);
    expect(await page(ofLink.path, "en")).toContain("Orders 3 1 pending Sales $2,050 €1,025");
    const limited = await shared({ sales: "1" }, "", agency);
    expect(await page(limited.path, "en")).toContain("Orders 1 Sales $25.00 Commission $1.25");
    // What networks report says nothing of countries.
    const ofCountry = await shared({ sales: "1" }, "?country=CA");
    expect(await page(ofCountry.path, "en")).not.toContain("Commission");
  });

  test("says until when reports are in where there are no orders", async () => {
    const { path, report } = await shared({ sales: "1" }, `?link=${season.poster.id}`);
    const none = /No orders in this period\. Sales reports are in until [^.]+\./;
    expect(await page(path, "en")).toMatch(none);
    const { blocks } = await mailOf(report, "en");
    expect(blocks.find(({ title }) => title === "Orders and sales")).toMatchObject({
      type: "text",
      text: expect.stringMatching(none),
    });
  });

  test("names no account at a network to its readers, and the day until which all of them report", async () => {
    const other = impactFile(order(9, cart.shortId, { day: dayAgo(1) }));
    const draft = await addSalesReport(memberOf("owner"), { fileName: "other.csv", content: other }, used);
    const choices = { ...draft.choices, network: "Impact", account: "Secret client" };
    await chooseForDraft(memberOf("owner"), { ...choices, reportId: draft.id }, used);
    await confirmSalesReport(memberOf("owner"), { reportId: draft.id }, used);
    const { path, report } = await shared({ sales: "1" });
    const read = await page(path, "en-GB");
    expect(read).not.toContain("Secret client");
    expect(JSON.stringify(await mailOf(report, "en"))).not.toContain("Secret client");
    expect(read).toMatch(/Orders 5 .* Sales reports are in until [^(]+\. /);
  });
});
