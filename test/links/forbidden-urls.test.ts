import { expect, test } from "vitest";
import { forbiddenUrls } from "../../src/features/links/forbidden-urls.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { choiceBody, linkBody, OFFERS } from "../bodies.ts";

const ORIGINS = { shortLink: "https://go.example", api: "http://api.example:8080", problem: null };
const DOMAINS = [{ host: "links.brand.example" }];

/** Each rejected field of a body with its message; nothing where all URLs are allowed. */
function refusedIn(body: object, origins = ORIGINS) {
  const refusal = forbiddenUrls(parseDefinition(body), origins, DOMAINS);
  expect([null, "url_not_allowed"]).toContain(refusal?.code ?? null);
  const details = (refusal?.details ?? []) as { field: string; message: string }[];
  return details.map(({ field, message }) => [field, message]);
}
const LOOP = "must not point to this service";
const SECRET = "must not contain a user name or password";
const customTo = (customUrl: string) => linkBody(undefined, { customUrl });

test.each([
  "https://go.example/abcd2345",
  "https://go.example:443/",
  "http://go.example/",
  "http://go.example:443/",
  "https://go.example:80/",
  "http://go.example./",
  "http://api.example:8080/v1",
  "https://links.brand.example/a",
  "https://links.brand.example./a",
  "https://links.brand.example:8443/a",
])("%s points to this service", (url) => {
  expect(refusedIn(customTo(url))).toEqual([["customUrl", LOOP]]);
});

test.each([
  "https://www.go.example/",
  "https://go.example.com/",
  "https://go.example:8443/",
  "http://api.example/",
  "https://api.example:8081/",
  "https://brand.example/",
])("%s points elsewhere", (url) => {
  expect(refusedIn(customTo(url))).toEqual([]);
});

test("a custom port identifies only itself; ports 80 and 443 count as the same", () => {
  const local = { ...ORIGINS, shortLink: "http://localhost:8787", api: "http://localhost:80" };
  expect(refusedIn(customTo("http://localhost:8787/"), local)).toEqual([["customUrl", LOOP]]);
  expect(refusedIn(customTo("https://localhost/"), local)).toEqual([["customUrl", LOOP]]);
  expect(refusedIn(customTo("https://localhost:3000/"), local)).toEqual([]);
});

test("credentials are rejected in every URL, with the field", () => {
  expect(refusedIn(customTo("https://me@shop.example/"))).toEqual([["customUrl", SECRET]]);
  expect(refusedIn(customTo("https://:secret@shop.example/"))).toEqual([["customUrl", SECRET]]);
  const secret = "https://me:secret@shop.example/";
  const list = (member: object) => ({ title: "Taco night", lineItems: [{ name: "tortillas" }], ...member });
  const recipe = {
    title: "Tacos",
    ingredients: [{ name: "tortillas" }],
    imageUrl: secret,
    landingPageConfiguration: { partnerLinkbackUrl: secret },
  };
  const app = "options.delivery_app";
  expect(
    refusedIn(
      linkBody("delivery_app shopping_list", {
        fallbackUrl: secret,
        options: { delivery_app: { shoppingList: list({ imageUrl: secret }) } },
      }),
    ),
  ).toEqual([
    ["fallbackUrl", SECRET],
    [`${app}.shoppingList.imageUrl`, SECRET],
  ]);
  expect(refusedIn(linkBody("delivery_app recipe", { options: { delivery_app: { recipe } } }))).toEqual([
    [`${app}.recipe.imageUrl`, SECRET],
    [`${app}.recipe.landingPageConfiguration.partnerLinkbackUrl`, SECRET],
  ]);
});

test("URLs that are not redirected to may be on our own hosts, such as pictures", () => {
  const own = `${ORIGINS.shortLink}/images/1`;
  const shoppingList = { title: "Taco night", lineItems: [{ name: "tortillas" }], imageUrl: own };
  const recipe = {
    title: "Tacos",
    ingredients: [{ name: "tortillas" }],
    imageUrl: own,
    landingPageConfiguration: { partnerLinkbackUrl: own },
  };
  for (const [intent, options] of [
    ["shopping_list", { shoppingList }],
    ["recipe", { recipe }],
  ])
    expect(refusedIn(linkBody(`delivery_app ${intent}`, { options: { delivery_app: options } }))).toEqual([]);
  expect(refusedIn(choiceBody({ page: { imageUrl: own } }))).toEqual([]);
  expect(
    refusedIn(linkBody("bigbox_w product_detail", { fallbackUrl: own, schedule: schedule(own) })),
  ).toEqual([
    ["fallbackUrl", LOOP],
    ["schedule.endedUrl", LOOP],
  ]);
});

test("for a choice, errors name the page, the end and each offer", () => {
  const own = ORIGINS.shortLink;
  const [first, second] = OFFERS;
  const shoppingList = {
    title: "Taco night",
    lineItems: [{ name: "tortillas" }],
    imageUrl: "https://me@shop.example/",
  };
  const app = {
    retailer: "delivery_app",
    intent: "shopping_list",
    options: { delivery_app: { shoppingList } },
  };
  const offers = [first, { ...second, fallbackUrl: own }, { ...OFFERS[2], customUrl: own }, app];
  const page = { imageUrl: "https://me@shop.example/a.png" };
  expect(refusedIn(choiceBody({ offers, page, schedule: schedule(own) }))).toEqual([
    ["schedule.endedUrl", LOOP],
    ["page.imageUrl", SECRET],
    ["offers[1].fallbackUrl", LOOP],
    ["offers[2].customUrl", LOOP],
    ["offers[3].options.delivery_app.shoppingList.imageUrl", SECRET],
  ]);
  expect(refusedIn(choiceBody())).toEqual([]);
});

const schedule = (endedUrl: string) => ({ activeUntil: "2030-01-01T00:00:00Z", endedUrl });
