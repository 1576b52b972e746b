import { beforeAll, expect, test, vi } from "vitest";
import { jobActor } from "../../src/features/access/actor.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "./dashboard.ts";
import { fieldsOf } from "./form-entries.ts";
import { added, statesOf } from "./import.ts";

const LINKS = "/dashboard/o/acme/links";
const NEW = `${LINKS}/new?retailer=custom&intent=custom_url`;
const GTIN = "09506000134352";

const dashboard = await useDashboard();
const EDITOR = "editor@acme.example";
await dashboard.add("acme", EDITOR, "editor");
await dashboard.service.issueKey({ organization: "acme", createProjects: ["main", "brand"] });
const editor = await dashboard.as(EDITOR);
const { DB } = dashboard.service.env;
const domains = domainStore(DB);
const claim = { host: "gtin-brand.localhost", organizationId: "acme", projectId: "brand" };
const now = () => new Date();
await addDomain(jobActor("test"), claim, {
  ...{ db: DB, domains, now, projects: projectStore(DB), ownHosts: ownHosts([]) },
});
beforeAll(async () => {
  // An isolate caches domains for ten seconds.
  await vi.waitFor(async () => expect(await told({ gtin: GTIN })).toMatch(/^The code is/), {
    timeout: 20_000,
    interval: 500,
  });
}, 30_000);

/** What the script is told of a GTIN. */
async function told(fields: Record<string, string>, path = `${LINKS}/new/gtin`): Promise<string> {
  const { text } = await editor.send(path, { gtin: "", projectId: "brand", ...fields });
  return text.replace(/<[^>]*>/g, "").trim();
}
async function create(name: string, more: object): Promise<string> {
  const body = fieldsOf(linkBody("custom custom_url", { name, projectId: "brand", ...more }));
  const { location } = await editor.send(NEW, body);
  return /lnk_\w+/.exec(location ?? "")?.[0] ?? `none: ${location}`;
}

test("a GTIN is judged while it is typed", async () => {
  expect(await told({})).toBe("");
  expect(await told({ gtin: "123" })).toBe("123 must have 8, 12, 13 or 14 digits.");
  expect(await told({ gtin: "9506000134353" })).toContain("has a wrong check digit");
  expect(await told({ gtin: " 9506000134352 " })).toMatch(
    new RegExp(`^The code is gtin-brand\\.localhost(:\\d+)?/01/${GTIN}\\.$`),
  );
  expect(await told({ gtin: GTIN, projectId: "main" })).toContain("needs a project with its own domain");
  const id = await create("Holder", { gtin: "036000291452" });
  expect(await told({ gtin: "036000291452" })).toContain("belongs to another link on this domain");
  expect(await told({ gtin: "036000291452" }, `${LINKS}/${id}/edit/gtin`)).toContain("The code is");
});

test("the form creates a GTIN with further links and lots, and the link shows them with the code", async () => {
  const url = "https://brand.example/page";
  const id = await create("Tomato soup", {
    gtin: "9506000134352",
    gtinLinks: [{ type: "instructions", url, language: "de" }],
    gtinLots: [{ lot: "L1", url }],
  });
  const { text } = await editor.open(`${LINKS}/${id}`);
  for (const shown of ["GTIN (barcode number)", GTIN, "gs1", `/01/${GTIN}`, "Lots with their own page"])
    expect(text, shown).toContain(shown);
  const form = await editor.open(`${LINKS}/${id}/edit`);
  expect(form.text).toContain(`value="${GTIN}"`);
  expect(form.text).toContain('value="L1"');
  const again = await editor.send(
    NEW,
    fieldsOf(linkBody("custom custom_url", { projectId: "brand" }), { gtin: GTIN }),
  );
  expect([again.status, again.text.includes("belongs to another link")]).toEqual([409, true]);
});

test("the list finds a GTIN in any of its lengths", async () => {
  const names = async (query: string) => {
    const { text } = await editor.open(`${LINKS}?${query}`);
    return ["Tomato soup", "Holder"].filter((name) => text.includes(name));
  };
  expect(await names("gtin=9506000134352")).toEqual(["Tomato soup"]);
  expect(await names(`q=${GTIN}`)).toEqual(["Tomato soup"]);
  expect(await names("q=36000291452")).toEqual(["Holder"]);
  expect((await editor.open(`${LINKS}?gtin=1`)).status).toBe(400);
});

test("codes of GTINs are printed and downloaded by GTIN", async () => {
  const id = await create("Printed", { gtin: "00000000000017" });
  const code = `qr_${id}_gs1`;
  const sheet = await editor.open(`/dashboard/o/acme/codes/sheet?link=${id}&column=gtin`);
  expect(sheet.text).toContain("Number of the GTIN");
  expect(sheet.text).toContain(code);
  const page = await editor.open(`${LINKS}/${id}/codes/gs1?hri=1`);
  expect(page.text).toContain("(01) 00000000000017");
  expect(page.text).toContain(`${code}.svg?`);
  const zip = await editor.open(`/dashboard/o/acme/codes/codes.zip?link=${id}&column=gtin`);
  expect([zip.status, zip.text.includes("00000000000017.svg")]).toEqual([200, true]);
  const sizeIn = ({ text }: { text: string }) =>
    /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text)?.slice(1).map(Number);
  const lined = await editor.open(`/dashboard/o/acme/codes/codes.zip?link=${id}&column=gtin&hri=1`);
  const [[width = 0, height = 0] = [], [linedWidth = 0, linedHeight = 0] = []] = [sizeIn(zip), sizeIn(lined)];
  expect([width === height, linedHeight > linedWidth]).toEqual([true, true]);
});
test("a file has a column for GTINs, and a second row with the same GTIN is wrong", async () => {
  const rows = ["4006381333931", "4006381333931", "4006381333932"].map(
    (gtin, index) => `Row ${index},Web page,Web page,https://example.com/${index},${gtin}`,
  );
  const file = ["Name,Retailer,Purpose,Web page link,GTIN (barcode number)", ...rows].join("\n");
  const path = await added(dashboard, EDITOR, { file, fields: { project: "brand" } });
  const { text } = await editor.open(path);
  expect(text).toContain("belongs to another link on this domain");
  expect(text).toContain("has a wrong check digit");
  expect(await statesOf(dashboard, path)).toEqual({ good: 1, bad: 2 });
});
