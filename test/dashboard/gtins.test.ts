import { beforeAll, expect, test, vi } from "vitest";
import { jobActor } from "../../src/features/access/actor.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { linkBody } from "../bodies.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { useDashboard } from "./dashboard.ts";
import { fieldsOf } from "./form-entries.ts";
import { htmlForm } from "./html-form.ts";
import { added, statesOf } from "./import.ts";

const LINKS = "/dashboard/o/acme/links";
const NEW = `${LINKS}/new?retailer=custom&intent=custom_url`;
const GTIN = "09506000134352";
const SHEET = "/dashboard/o/acme/codes/sheet";

/** Which code of a link with a GTIN a page has chosen. */
const checkedIn = (text: string) => /name="for" value="(\w+)" checked/.exec(text)?.[1];

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

test("the form creates a GTIN, a page of its own its further links and lots, and the link shows them with the code", async () => {
  const url = "https://brand.example/page";
  const id = await create("Tomato soup", { gtin: "9506000134352" });
  const barcode = `${LINKS}/${id}/barcode`;
  expect((await editor.open(`${LINKS}/${id}?tab=details`)).text).toContain(`href="${barcode}"`);
  expect((await editor.open(`${LINKS}/${id}/edit`)).text).toContain(`href="${barcode}"`);
  const sent = {
    ...Object.fromEntries(htmlForm((await editor.open(barcode)).text).entries),
    "row:gtinLinks[0]": "",
    "gtinLinks[0].type": "instructions",
    "gtinLinks[0].url": url,
    "gtinLinks[0].language": "de",
    "row:gtinLots[0]": "",
    "gtinLots[0].lot": "L1",
    "gtinLots[0].url": "nowhere",
  };
  const refused = await editor.send(barcode, sent);
  expect([refused.status, htmlForm(refused.text).problem("gtinLots[0].url")]).toEqual([
    400,
    expect.stringContaining("absolute"),
  ]);
  await editor.send(barcode, { ...sent, "gtinLots[0].url": url });
  const { text } = await editor.open(`${LINKS}/${id}?tab=details`);
  for (const shown of ["GTIN (barcode number)", GTIN, "Lots with their own page"])
    expect(text, shown).toContain(shown);
  const codes = (await editor.open(`${LINKS}/${id}?tab=codes`)).text;
  for (const shown of ["/codes/gs1", `/01/${GTIN}`]) expect(codes, shown).toContain(shown);
  const form = await editor.open(`${LINKS}/${id}/edit`);
  expect(form.text).toContain(`value="${GTIN}"`);
  expect(htmlForm((await editor.open(barcode)).text).value("gtinLots[0].lot")).toBe("L1");
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

test("a link with a GTIN prints and downloads the code that a till reads, unless a person chooses otherwise", async () => {
  const id = await create("Printed", { gtin: "00000000000017" });
  const plain = await create("Plain", {});
  const code = `qr_${id}_gs1`;
  const path = `${LINKS}/${id}`;
  const link = (await editor.open(path)).text;
  // The picture, the file for printers, the print screen and the full screen are of the code with the GTIN.
  expect(/<img src="\/qr\/(\w+)\.svg/.exec(link)?.[1]).toBe(code);
  expect(/href="\/qr\/(\w+)\.pdf[^"]*" download/.exec(link)?.[1]).toBe(code);
  expect(link).toContain("Till and phone: (01)\u00a000000000000017");
  expect(link).toContain(`href="${SHEET}?link=${id}"`);
  expect(link).toContain(`href="${path}/show?code=gs1"`);
  expect(checkedIn(link)).toBe("till");
  const codes = (await editor.open(`${path}?tab=codes`)).text;
  expect(codes.lastIndexOf(`${path}/codes/gs1"`)).toBeLessThan(codes.indexOf(`${path}/codes/default"`));
  expect(checkedIn((await editor.open(`${LINKS}/${plain}`)).text)).toBeUndefined();

  const printed = async (query: string) => {
    const { text } = await editor.open(`${SHEET}?${query}`);
    const [, svg = ""] = /<div data-last-good="">(<svg.*?<\/svg>)<\/div>/s.exec(text) ?? [];
    const drawn = rasterize(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '), 800);
    return { text, url: new URL((await decodeWithZxing(drawn))?.text ?? "none:") };
  };
  const till = await printed(`link=${id}`);
  expect([checkedIn(till.text), till.url.pathname]).toEqual(["till", "/01/00000000000017"]);
  expect(till.text).toContain("Number of the GTIN");
  expect(till.text).toContain(`name="link" value="${id}"`);
  const phone = await printed(`link=${id}&for=phone`);
  expect([checkedIn(phone.text), phone.url.search]).toEqual(["phone", "?qr=default"]);
  const without = await printed(`link=${plain}`);
  expect([checkedIn(without.text), without.url.search]).toEqual([undefined, "?qr=default"]);
  // From the screen of a code, that code is chosen.
  const studio = async (identifier: string) => (await editor.open(`${path}/codes/${identifier}`)).text;
  expect(await studio("default")).toContain(`href="${SHEET}?link=${id}&amp;for=phone"`);
  expect(await studio("gs1")).toContain(`href="${SHEET}?link=${id}"`);
  const page = await editor.open(`${LINKS}/${id}/codes/gs1?hri=1`);
  expect(page.text).toContain("(01) 00000000000017");
  expect(page.text).toContain(`${code}.svg?`);
  const zip = await editor.open(`/dashboard/o/acme/codes/codes.zip?link=${id}`);
  expect([zip.status, zip.text.includes("0001 Printed, GTIN 00000000000017.svg")]).toEqual([200, true]);
  const forPhones = await editor.open(`/dashboard/o/acme/codes/codes.zip?link=${id}&for=phone`);
  expect(forPhones.text).toContain("0001 Printed.svg");
  const sizeIn = ({ text }: { text: string }) =>
    /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text)?.slice(1).map(Number);
  const lined = await editor.open(`/dashboard/o/acme/codes/codes.zip?link=${id}&hri=1`);
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
