import { expect, test } from "vitest";
import { amazonFile, impactFile } from "../sales/report-files.ts";
import { selling } from "../sales/selling.ts";
import type { SharedService } from "../use-service.ts";
import { useDashboard } from "./dashboard.ts";
import { pageForms } from "./html-form.ts";
import { upload } from "./import.ts";

const dashboard = await useDashboard();
const { service } = dashboard;
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("acme", "shop@acme.example", "editor", ["shop"]);
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as("owner@acme.example");
const { link } = selling(service as SharedService);
const cereal = await link(key);

const SALES = "/dashboard/o/acme/sales";
const order = { day: "2026-11-21", subId: cereal.shortId, order: "A", amount: "1234.50", commission: "61.7" };
/** Adds a report, and returns the path of its draft. */
async function drafted(file: string, name = "november.csv"): Promise<string> {
  const answer = await upload(dashboard, "owner@acme.example", `${SALES}/new`, {
    file,
    name,
  });
  expect([answer.status, answer.text]).toEqual([303, ""]);
  return answer.location ?? "";
}
/** What the form of a draft sends if nothing is changed. */
async function fieldsOf(path: string): Promise<Record<string, string>> {
  const form = pageForms((await owner.open(path)).text).find(({ action }) => action === path);
  return Object.fromEntries(form?.entries ?? []);
}
/** What a page says, without its tags. */
const words = (html: string): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("a recognized report is read, shown with what it says, confirmed and undone", async () => {
  expect((await owner.open(SALES)).text).toContain("No sales reports yet");
  const path = await drafted(impactFile(order, { ...order, order: "B", subId: "" }));
  const page = words((await owner.open(path)).text);
  expect(page).toContain("Check november.csv");
  expect(page).toContain("21 Nov 2026");
  expect(page).toContain("1 (50 %)");
  expect(page).toContain("$2,469.00");
  expect(page).toContain("It replaces no earlier report.");
  const confirm = await owner.send(`${path}/confirm`, {});
  expect([confirm.status, confirm.location]).toEqual([303, `${SALES}?done=confirmed`]);
  // A double click changes nothing.
  expect((await owner.send(`${path}/confirm`, {})).status).toBe(303);
  const list = words((await owner.open(`${SALES}?done=confirmed`)).text);
  expect(list).toContain("The report counts now.");
  expect(list).toContain("Counts");
  expect(list).toContain("1 not of your links");
  expect(list).toContain("Reports are in until 21 Nov 2026 ( Impact )");

  const longer = await drafted(
    impactFile({ ...order, amount: "10.00" }, { ...order, day: "2026-11-23" }),
    "longer.csv",
  );
  expect(words((await owner.open(longer)).text)).toContain(
    "It replaces $2,469.00 from 2 orders of: november.csv , 21 Nov 2026",
  );
  await owner.send(`${longer}/confirm`, {});
  expect(words((await owner.open(SALES)).text)).toContain("Replaced");
  expect(words((await owner.open(`${longer}/undo`)).text)).toContain("The sales of longer.csv");
  expect((await owner.send(`${longer}/undo`, {})).location).toBe(`${SALES}?done=undone`);
  const facts = words((await owner.open(longer)).text);
  for (const did of ["Confirmed", "Undone"])
    expect(facts).toMatch(new RegExp(`${did}\\s[^@]{5,40} by owner@ ?acme.example`));
  const viewer = await dashboard.as("viewer@acme.example");
  expect(words((await viewer.open(longer)).text)).toMatch(/Confirmed [^@]{5,40} by a member/);
  const after = words((await owner.open(SALES)).text);
  expect(after).toContain("Undone");
  expect(after).not.toContain("Replaced");
});

test("a file of another network asks for its network and columns, and keeps what was typed", async () => {
  const path = await drafted(`Datum;Ref;Umsatz\r\n21.11.2026;${cereal.shortId};12,50 €\r\n`, "awin.csv");
  const asked = await fieldsOf(path);
  expect(asked["column-0"]).toBe("day");
  const wrong = await owner.send(path, {
    ...asked,
    network: "",
    "column-1": "subId",
    "column-2": "subId",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Must not be chosen twice.");
  const saved = await owner.send(path, { ...asked, network: "Awin", "column-1": "subId" });
  expect([saved.status, saved.location]).toEqual([303, path]);
  const page = words((await owner.open(path)).text);
  expect(page).toContain("€12.50");
  expect(page).toContain("1 (100 %)");
  expect((await owner.send(`${path}/discard`, {})).location).toBe(`${SALES}?done=discarded`);
  expect((await owner.open(path)).status).toBe(404);
});

test("a bad row is named, and can't be confirmed; a dollar sign is asked about", async () => {
  const path = await drafted(impactFile(order, { ...order, amount: "a lot" }), "bad.csv");
  const page = words((await owner.open(path)).text);
  expect(page).toContain("1 cell can’t be read.");
  expect(page).toContain("3 Sale Amount It has a lot, which is no amount");
  const refused = await owner.send(`${path}/confirm`, {});
  expect(refused.status).toBe(400);
  const amazon = await drafted(
    amazonFile({ day: "2026-11-03", subId: "x-20", amount: "1.00", commission: "0.05" }),
  );
  const asked = await fieldsOf(amazon);
  expect(asked.currency).toBe("USD");
  const saved = await owner.send(amazon, { ...asked, currency: "usd" });
  expect(saved.status).toBe(303);
  const ready = words((await owner.open(amazon)).text);
  expect(ready).toContain("No row has a tag of your links.");
  expect(ready).toContain("Currency USD, as chosen");
});

test("a file that is no table, and no file, are named beside the field", async () => {
  for (const [file, message] of [
    [undefined, "Choose a file."],
    [Uint8Array.of(255, 254, 0, 216), "not text in UTF-8"],
    ["Date,Amount\n", "only a header row"],
  ] as const) {
    const sent = file === undefined ? {} : { file: typeof file === "string" ? file : Uint8Array.from(file) };
    const answer = await upload(dashboard, "owner@acme.example", `${SALES}/new`, sent);
    expect([answer.status, answer.text.includes(message)]).toEqual([400, true]);
  }
});

test("viewers read the reports, people limited to projects do not, and strangers find nothing", async () => {
  const path = await drafted(impactFile(order, { ...order, order: "X" }), "rights.csv");
  const viewer = await dashboard.as("viewer@acme.example");
  const list = await viewer.open(SALES);
  expect([list.status, list.text.includes("rights.csv"), list.text.includes("Add a sales report")]).toEqual([
    200,
    true,
    false,
  ]);
  const [shop, hank] = [await dashboard.as("shop@acme.example"), await dashboard.as("hank@globex.example")];
  expect((await shop.open("/dashboard/o/acme")).text).not.toContain(`href="${SALES}"`);
  for (const [person, status] of [
    [viewer, 403],
    [shop, 403],
    [hank, 404],
  ] as const) {
    expect((await person.open(path)).status).toBe(status);
    expect((await person.open(`${SALES}/new`)).status).toBe(status);
    for (const action of ["confirm", "discard", "undo"])
      expect((await person.send(`${path}/${action}`, {})).status).toBe(status);
  }
  expect((await shop.open(SALES)).status).toBe(403);
  const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  for (const action of ["", "/confirm", "/discard", "/undo"])
    expect((await owner.send(`${path}${action}`, {}, elsewhere)).status).toBe(403);
  const ownPath = path.replace("/acme/", "/globex/");
  expect((await hank.open(ownPath)).status).toBe(404);
  expect((await hank.send(`${ownPath}/confirm`, {})).status).toBe(404);
  expect((await owner.open(path)).status).toBe(200);
});

test("the list has pages", async () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    service.env.DB.prepare(
      `INSERT INTO sales_reports (organization_id, id, network, account, file_name, digest, choices, state, place, first_day, last_day,
         row_count, unknown_rows, bytes, created_by, created_at, confirmed_at)
       VALUES ('globex', ?1, 'CJ', '', ?1, ?2, '{}', 'confirmed', ?3, '2026-10-01', '2026-10-02', 1, 0, 0, 'mem_1', ?4, ?4)`,
    ).bind(`sal_${index}`, "0".repeat(64), index + 1, "2026-11-01T00:00:00.000Z"),
  );
  await service.env.DB.batch(rows);
  const hank = await dashboard.as("hank@globex.example");
  const path = "/dashboard/o/globex/sales";
  const first = (await hank.open(path)).text;
  expect([first.includes(">sal_29<"), first.includes(">sal_4<"), first.includes("?cursor=25")]).toEqual([
    true,
    false,
    true,
  ]);
  const next = (await hank.open(`${path}?cursor=25`)).text;
  expect([next.includes(">sal_29<"), next.includes(">sal_4<"), next.includes("First page")]).toEqual([
    false,
    true,
    true,
  ]);
});
