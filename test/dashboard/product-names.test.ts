import { afterAll, beforeEach, expect, test } from "vitest";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  held,
  KROGER_SECRETS,
  startFakeAmazon,
  startFakeKroger,
  startFakeWalmart,
  WALMART_SECRETS,
} from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { added } from "./import.ts";

const [walmart, kroger, amazon] = await Promise.all([
  startFakeWalmart(),
  startFakeKroger(),
  startFakeAmazon(),
]);
const fakes = [walmart, kroger, amazon];
afterAll(() => Promise.all(fakes.map((fake) => fake.close())));
beforeEach(() => {
  for (const fake of fakes) fake.requests.length = 0;
});

const dashboard = await useDashboard(undefined, {
  ...WALMART_SECRETS,
  ...KROGER_SECRETS,
  ...AMAZON_SECRETS,
  AMAZON_ASSOCIATES_TAG: ASSOCIATES_TAG,
  WALMART_BASE_URL: walmart.origin,
  KROGER_BASE_URL: kroger.origin,
  AMAZON_BASE_URL: amazon.origin,
  AMAZON_TOKEN_URL: `${amazon.origin}/auth/o2/token`,
});
const { service } = dashboard;
const key = await service.issueKey({ createProjects: ["main"] });
const OWNER = "owner@acme.example";
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
const LINKS = "/dashboard/o/acme/links";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

const create = async (pair: string, ...ids: string[]) =>
  expectLink(
    await post(
      service,
      "/v1/links",
      linkBody(pair, { products: ids.map((retailerProductId) => ({ retailerProductId })) }),
      key,
    ),
  );
const pictureOf = (retailer: string, id: string) => `/dashboard/o/acme/product-pictures/${retailer}/${id}`;

test("a pasted product is named in the form, with its picture from our host, and asked for once", async () => {
  walmart.products.set("10450114", {}).set("555", {}).set("10451115", {});
  walmart.shown.set("10450114", { name: "Great Value Pancake Mix <32 oz>", picture: "/mix.png" });
  walmart.pictures.set("/mix.png", PNG);
  const form = `${LINKS}/new?paste=${encodeURIComponent("https://www.walmart.com/ip/10450114")}`;
  const { text } = await owner.open(form);
  expect(text).toContain("<bdi>Great Value Pancake Mix &lt;32 oz&gt;</bdi>");
  expect(text).toContain(`<img src="${pictureOf("bigbox_w", "10450114")}" alt=""`);
  expect(text).not.toContain(walmart.origin);
  expect((await owner.open(form)).text).toContain("Great Value Pancake Mix");
  expect(walmart.requests).toEqual(["GET /items"]);

  const picture = await owner.open(pictureOf("bigbox_w", "10450114"));
  expect(picture.status).toBe(200);
  expect(picture.headers.get("Content-Type")).toBe("image/png");
  expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(picture.headers.get("Content-Security-Policy")).toContain("sandbox");
  // Only a picture comes through, and only of a product that is known.
  walmart.pictures.set("/mix.png", Buffer.from("<script>alert(1)</script>"));
  expect((await owner.open(pictureOf("bigbox_w", "10450114"))).status).toBe(404);
  expect((await owner.open(pictureOf("bigbox_w", "1"))).status).toBe(404);
  expect((await owner.open(pictureOf("none", "1"))).status).toBe(404);
});

test("lists and pages of links name products of every retailer once they are known", async () => {
  walmart.shown.set("555", { name: "Maple syrup" });
  kroger.shown.set("0001111041700", { name: "Kroger 2% Milk", picture: "/milk.png" });
  amazon.products.set("B000000001", null);
  amazon.shown.set("B000000001", { name: "A garden chair", picture: "/chair.png" });
  const links = [
    await create("bigbox_w add_to_cart", "555", "556"),
    await create("grocer_a product_detail", "1111041700"),
    await create("marketplace product_detail", "B000000001"),
  ];
  // The first view asks, without waiting; later ones know.
  await owner.open(LINKS);
  await expect
    .poll(async () => (await owner.open(LINKS)).text.match(/Maple syrup \+1|Kroger 2% Milk|A garden chair/g))
    .toHaveLength(3);
  for (const [index, name] of ["Maple syrup", "Kroger 2% Milk", "A garden chair"].entries())
    expect((await owner.open(`${LINKS}/${links[index]?.id}?tab=details`)).text).toContain(
      `<bdi>${name}</bdi>`,
    );
  expect((await owner.open(`${LINKS}/${links[1]?.id}?tab=details`)).text).toContain(
    pictureOf("grocer_a", "1111041700"),
  );
});

test("the rows of an import name their products", async () => {
  walmart.shown.set("10451115", { name: "Blueberries" });
  const file = "name,retailer,intent,products\r\nFruit,Walmart,Fill a cart,10451115\r\n";
  const path = await added(dashboard, OWNER, { file });
  await expect.poll(async () => (await owner.open(path)).text).toContain("<bdi>Blueberries</bdi>");
});

test("a retailer that hangs delays a form by less than two seconds, and breaks nothing", async () => {
  const waiting = held();
  walmart.fault = waiting.fault;
  const begun = performance.now();
  const { status, text } = await owner.open(
    `${LINKS}/new?paste=${encodeURIComponent("https://www.walmart.com/ip/888")}`,
  );
  expect([status, text.includes('value="888"')]).toEqual([200, true]);
  expect(performance.now() - begun).toBeLessThan(2_000);
  walmart.fault = null;
  waiting.release();
});

test("names are forgotten when the retailer's terms say so", async () => {
  const { DB } = service.env;
  const lives = await DB.prepare(
    "SELECT retailer, max(julianday(expires_at) - julianday('now')) AS days FROM catalog_products WHERE name IS NOT NULL GROUP BY retailer",
  ).all<{ retailer: string; days: number }>();
  expect(Object.fromEntries(lives.results.map(({ retailer, days }) => [retailer, Math.round(days)]))).toEqual(
    {
      bigbox_w: 30,
      grocer_a: 30,
      marketplace: 1,
    },
  );
  await service.scheduled("* * * * *", new Date(Date.now() + 2 * 86_400_000));
  expect(
    await DB.prepare("SELECT count(*) AS n FROM catalog_products WHERE retailer = 'marketplace'").first("n"),
  ).toBe(0);
});
