import { expect, test } from "vitest";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";

const PROJECTS = "/dashboard/o/acme/projects";
const FORM = `${PROJECTS}/summer/commission`;
const TAG = (country: string) => `affiliate.marketplace.tags.${country}`;
const WALMART = "affiliate.bigbox_w.url";

const dashboard = await useDashboard(undefined, { AMAZON_ASSOCIATES_TAG: "service-20" });
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as("owner@acme.example");
await owner.send(`${PROJECTS}/new`, { name: "Summer", id: "summer" });
const stored = async () => {
  const settings = await dashboard.service.env.DB.prepare(
    "SELECT settings FROM projects WHERE organization_id = 'acme' AND id = 'summer'",
  ).first<string>("settings");
  return JSON.parse(settings ?? "{}").affiliate;
};

test("the commission is the service's until the project has its own, and its page says so", async () => {
  const before = (await owner.open(`${PROJECTS}/summer`)).text;
  expect(before).toContain("Service default: <bdi>service-20 (amazon.com)</bdi>");
  expect(before).toContain(`href="${FORM}"`);
  const saved = await owner.send(FORM, { [TAG("US")]: "maple-20", [TAG("JP")]: " maple-22 ", [WALMART]: "" });
  expect([saved.status, saved.location]).toEqual([303, `${PROJECTS}/summer?done=commission`]);
  expect(await stored()).toEqual({
    marketplace: { tags: { US: "maple-20", JP: "maple-22" }, tagOnScans: false },
  });
  const after = (await owner.open(saved.location ?? "")).text;
  expect(after).toContain("The commission was saved.");
  expect(after).toContain("<bdi>maple-20 (amazon.com), maple-22 (amazon.co.jp)</bdi>");
  const form = (await owner.open(FORM)).text;
  expect(form).toContain('value="maple-22"');
  expect(form).toContain(`<details class="field" open`);
  expect((await owner.open("/dashboard/o/acme/activity")).text).toContain("changed the tag for amazon.com");
});

test("errors stand beside their field, and what was typed is kept", async () => {
  const before = await stored();
  const wrong = await owner.send(FORM, {
    [TAG("US")]: "maple 20",
    [TAG("CA")]: "maple04-20",
    [WALMART]: "goto.walmart.com",
    tagOnScans: "1",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(`id="${TAG("US")}-error">Must be an Associates tag, such as maple-20.`);
  expect(wrong.text).toContain(`id="${WALMART}-error"`);
  for (const kept of ["maple 20", "maple04-20", "goto.walmart.com"])
    expect(wrong.text).toContain(`value="${kept}"`);
  expect(wrong.text).toMatch(/name="tagOnScans"[^>]*checked/);
  expect(await stored()).toEqual(before);
});

test("an empty retailer is the service's again, or nobody's", async () => {
  await owner.send(FORM, { nobody: "marketplace", [WALMART]: "https://goto.walmart.com/m/1" });
  expect(await stored()).toEqual({
    marketplace: { tags: {}, tagOnScans: false },
    bigbox_w: { url: "https://goto.walmart.com/m/1" },
  });
  expect((await owner.open(`${PROJECTS}/summer`)).text).toContain("<bdi>nobody</bdi>");
  expect((await owner.open(FORM)).text).toMatch(/name="nobody"[^>]*value="marketplace"[^>]*checked/);
  await owner.send(FORM, { nobody: "", [WALMART]: "" });
  expect(await stored()).toBeUndefined();
});

test("a link's form previews who gets the commission, and its links follow", async () => {
  await owner.send(FORM, { [TAG("CA")]: "maple04-20" });
  const path = "/dashboard/o/acme/links/new?retailer=marketplace&intent=product_detail";
  const fields = {
    projectId: "summer",
    name: "Syrup",
    "row:products[0]": "",
    "products[0].retailerProductId": "B000000001",
    "location.country": "CA",
  };
  const page = await owner.send(path, { ...fields, step: "preview" });
  expect(page.text).toContain("https://www.amazon.ca/dp/B000000001?tag=maple04-20");
  expect(page.text).toContain("Commission: Summer, maple04-20");
  expect((await owner.send(path, { ...fields, step: "save" })).status).toBe(303);
  await owner.send(FORM, { [TAG("CA")]: "maple05-20" });
  expect((await owner.open(`${PROJECTS}/summer`)).text).toContain("1 link is being updated after a change.");
});

test("only those who manage projects of the organization open and send the form", async () => {
  const viewer = await dashboard.as("viewer@acme.example");
  const hank = await dashboard.as("hank@globex.example");
  for (const person of [viewer, hank]) {
    expect((await person.open(FORM)).status).toBeGreaterThanOrEqual(403);
    expect((await person.send(FORM, { [TAG("US")]: "theirs-20" })).status).toBeGreaterThanOrEqual(403);
  }
  expect((await viewer.open(`${PROJECTS}/summer`)).text).not.toContain(`href="${FORM}"`);
});

test("the screen shows where a product page opens through a network, as a person types too", async () => {
  const [sample, placed] = [
    "https://goto.walmart.com/c/1/2/3?u=https%3A%2F%2Fwww.walmart.com%2Fip%2F999&subId1=a",
    "https://goto.walmart.com/c/1/2/3?subId1=a&amp;u=https%3A%2F%2Fwww.walmart.com%2Fip%2F10450114",
  ];
  const shown = `A product page opens as <bdi>${placed}</bdi>`;
  expect((await owner.open(FORM)).text).not.toContain("A product page opens");
  await owner.send(FORM, { [WALMART]: sample });
  expect((await owner.open(FORM)).text).toContain(shown);
  const typed = async (retailer: string, url: string) =>
    (await owner.send(`${FORM}/example?retailer=${retailer}`, { [`affiliate.${retailer}.url`]: url })).text;
  expect(await typed("bigbox_w", ` ${sample}`)).toContain(shown);
  expect(await typed("bigbox_w", "")).toBe("");
  expect(await typed("bigbox_t", "https://goto.target.com/c/1/2/3?u=123")).toBe(
    '<p class="problem">Must have its destination in u or none at all: paste it as https://goto.target.com/c/1/2/3.</p>',
  );
  const refused = await owner.send(FORM, { [WALMART]: "https://www.walmart.com/ip/1" });
  expect(refused.text).toMatch(
    /id="affiliate.bigbox_w.url-error">Must be the link of your affiliate network/,
  );
  const own = await owner.send(FORM, { [WALMART]: `https://${dashboard.service.url.hostname}/abcd2345` });
  expect(own.text).toContain('id="affiliate.bigbox_w.url-error">Must not point to this service.');
  expect((await owner.send(`${FORM}/example?retailer=custom`, {})).status).toBe(400);
  await owner.send(FORM, { [WALMART]: "" });
});

test("the form says how many links get each tag, and the project's page which they are", async () => {
  await owner.send(`${PROJECTS}/new`, { name: "Winter", id: "winter" });
  const key = await dashboard.service.issueKey({ organization: "acme", projects: ["winter"] });
  const make = async (body: object) =>
    expectLink(await post(dashboard.service, "/v1/links", { projectId: "winter", ...body }, key));
  const product = (retailer: string, id: string) => ({
    retailer,
    intent: "product_detail",
    products: [{ retailerProductId: id }],
  });
  for (const name of ["One", "Two"]) await make({ name, ...product("marketplace", "B000000001") });
  const canada = { ...product("marketplace", "B000000001"), location: { country: "CA" } };
  await make({ name: "Canada", ...canada, affiliate: { tag: "canada-20" } });
  await make({ name: "Walmart", ...product("bigbox_w", "10450114") });
  await make({
    name: "Page",
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://www.amazon.com/",
  });
  await make({
    name: "Choice",
    retailer: "choice",
    intent: "choose_retailer",
    offers: [product("marketplace", "B000000001"), product("bigbox_w", "10450114")],
  });
  const { text } = await owner.open(`${PROJECTS}/winter/commission`);
  const words = text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  expect(words).toContain(
    "Clicks on 4 links to Amazon get a tag. 1 link keeps its own. Printed codes open Amazon without it: Amazon&#39;s rule.",
  );
  expect(words).toContain("Such as yourname-20. For 3 links.");
  expect(words).toContain("Clicks on and scans of 2 links to Walmart open through this URL.");
  expect(words).toContain("0 links to Target");
  const page = (await owner.open(`${PROJECTS}/winter`)).text;
  for (const [retailer, label] of [
    ["marketplace", "3 links to Amazon"],
    ["bigbox_w", "1 link to Walmart"],
  ])
    expect(page).toContain(
      `href="/dashboard/o/acme/links?projectId=winter&amp;retailer=${retailer}">${label}</a>`,
    );
  const list = (await owner.open("/dashboard/o/acme/links?projectId=winter&retailer=marketplace")).text;
  for (const name of ["One", "Two", "Canada"]) expect(list).toContain(`<bdi>${name}</bdi>`);
});
