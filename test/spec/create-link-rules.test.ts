import { describe, expect, test } from "vitest";
import { linkStore } from "../../src/features/links/link-store.ts";
import { hasOffers } from "../../src/features/retailers/variants.ts";
import { LINK_INTENTS, RETAILERS } from "../../src/ground/core/vocabulary.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { BY_PAIR, deleteAt, fullBody, setAt } from "./fields.ts";
import { storedIn } from "./stored.ts";

const service = await useService();
const { key } = await service.issueKey();

const send = (body: Json) => post(service, "/v1/links", body, { key });

/** The problems of a 400 by field. */
async function problems(body: Json): Promise<Record<string, string>> {
  const { details } = expectError(await send(body), 400, "validation_failed");
  expect(details?.length).toBeGreaterThan(0);
  return Object.fromEntries((details ?? []).map(({ field, message }) => [field, message]));
}

/** `expected` fields, each "is required". */
const required = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, "is required"]));

describe("spec, Validation rules: 7. a missing required field yields validation_failed naming it", () => {
  const page = "options.delivery_app";
  const ALWAYS = ["projectId", "name", "retailer", "intent"];
  const REQUIRED: Record<string, string[]> = {
    "delivery_app shopping_list": ["options", page, `${page}.shoppingList`],
    "delivery_app recipe": ["options", page, `${page}.recipe`],
    "custom custom_url": ["customUrl"],
    "choice choose_retailer": [
      "offers",
      ...["retailer", "intent", "customUrl"].map((name) => `offers[0].${name}`),
    ],
  };
  const INSIDE = [
    "products[0].retailerProductId",
    ...["shoppingList.title", "shoppingList.lineItems", "recipe.title", "recipe.ingredients"].map(
      (name) => `${page}.${name}`,
    ),
    `${page}.shoppingList.lineItems[0].name`,
    `${page}.recipe.ingredients[0].name`,
    `${page}.recipe.ingredients[0].measurements[0].quantity`,
    `${page}.recipe.ingredients[0].measurements[0].unit`,
  ];

  test.each(BY_PAIR)("%s: rejected without any of its required fields", async (pair, variant) => {
    // A choice has these fields in its offers.
    const prefix = hasOffers(variant) ? "offers[0]." : "";
    const { options } = hasOffers(variant) ? fullBody(variant).offers[0] : fullBody(variant);
    const inside = INSIDE.filter((path) => path.startsWith("products") || options[page.slice(8)]).map(
      (path) => `${prefix}${path}`,
    );
    for (const path of [...ALWAYS, ...(REQUIRED[pair] ?? ["products"]), ...inside]) {
      const body = fullBody(variant);
      deleteAt(body, path);
      expect(await problems(body), path).toEqual(required(path));
    }
  });

  test.each(BY_PAIR)("%s: every optional field can be omitted", async (pair) => {
    // test/bodies.ts has only required fields, except a quantity and the last offer of a choice.
    expectLink(await send(linkBody(pair)));
  });

  test("an empty object lacks the fields that every variant requires", async () => {
    expect(await problems({})).toEqual(required(...ALWAYS));
  });
});

describe("spec, Validation rules: 1 to 5", () => {
  test.each([
    ["1. custom_url requires customUrl", "custom custom_url", "customUrl"],
    [
      "4. shopping_list requires shoppingList",
      "delivery_app shopping_list",
      "options.delivery_app.shoppingList",
    ],
    ["5. recipe requires recipe", "delivery_app recipe", "options.delivery_app.recipe"],
  ])("%s", async (_rule, pair, field) => {
    const body = structuredClone(linkBody(pair));
    deleteAt(body, field);
    expect(await problems(body)).toEqual(required(field));
    setAt(body, field, null);
    expect(Object.keys(await problems(body))).toEqual([field]);
  });

  test.each([
    ["delivery_app shopping_list", { recipe: { title: "x", ingredients: [{ name: "x" }] } }, "shoppingList"],
    ["delivery_app recipe", { shoppingList: { title: "x", lineItems: [{ name: "x" }] } }, "recipe"],
  ])("4, 5. %s: the content of the other intent is rejected", async (pair, delivery_app, field) => {
    const body = linkBody(pair, { options: { delivery_app } });
    expect(await problems(body)).toEqual(required(`options.delivery_app.${field}`));
  });
});

test("the error for a shop's name has the value for it", async () => {
  const { key } = await service.issueKey({ createProjects: ["main"] });
  const body = { projectId: "main", name: "Cart", retailer: "walmart", intent: "add_to_cart" };
  const { status, json } = await post(service, "/v1/links", body, { key });
  expect(status).toBe(400);
  const { message } = json.error.details.find(({ field }: { field: string }) => field === "retailer");
  expect(message).toContain("must be one of ");
  for (const pair of [
    "bigbox_w (Walmart)",
    "bigbox_t (Target)",
    "grocer_a (Kroger)",
    "marketplace (Amazon)",
    "delivery_app (Instacart)",
  ])
    expect(message).toContain(pair);
});

describe("spec, Validation rule 6: an unsupported pair yields 422 unsupported_retailer_intent", () => {
  const SUPPORTED = [...PAIRS, "choice choose_retailer"];
  const UNSUPPORTED = RETAILERS.flatMap((retailer) =>
    LINK_INTENTS.filter((intent) => !SUPPORTED.includes(`${retailer} ${intent}`)).map((intent) => ({
      retailer,
      intent,
    })),
  );
  test("all other pairs are unsupported", () =>
    expect(UNSUPPORTED).toHaveLength(RETAILERS.length * LINK_INTENTS.length - SUPPORTED.length));

  test.each(UNSUPPORTED)("$retailer $intent: no details, whatever else the body has", async (pair) => {
    const before = await storedIn(service);
    const { options } = linkBody("delivery_app recipe");
    const product = { retailerProductId: "1" };
    for (const rest of [
      { projectId: "main", name: "x", products: [product], customUrl: "https://example.com", options },
      {},
      { projectId: 5, name: null, nope: 1, products: "x", customUrl: "javascript:x", options: { nope: 1 } },
      { projectId: "no such project", name: "x".repeat(161), metadata: [] },
      JSON.parse('{"__proto__": {}, "constructor": 1}'),
    ]) {
      const error = expectError(await send({ ...rest, ...pair }), 422, "unsupported_retailer_intent");
      expect(error).not.toHaveProperty("details");
    }
    expect(await storedIn(service)).toEqual(before);
  });
});

describe("spec, Enumerations: other values return 400 with details", () => {
  const WORDS = [
    "nope",
    "",
    "Marketplace",
    "CUSTOM",
    "custom ",
    "custom_URL",
    "__proto__",
    "constructor",
    "toString",
  ];
  const OTHER = [...WORDS, null, 0, true, ["custom"], { custom: 1 }];
  test.each(["retailer", "intent"])("%s", async (field) => {
    for (const word of OTHER) {
      expect(
        Object.keys(await problems(linkBody("custom custom_url", { [field]: word }))),
        `${word}`,
      ).toEqual([field]);
    }
  });

  test("an invalid enumeration value hides no other problem", async () => {
    const body = linkBody("custom custom_url", { retailer: "nope", intent: "recipes", name: "", nope: 1 });
    const wrong = { tracking: { linkValue: -1 }, products: [], options: { grocer_a: {} }, customUrl: "x" };
    expect(Object.keys(await problems({ ...body, ...wrong })).sort()).toEqual(
      [
        "customUrl",
        "intent",
        "name",
        "nope",
        "options.grocer_a",
        "products",
        "retailer",
        "tracking.linkValue",
      ].sort(),
    );
  });
});

test("design: details for every problem: ten problems, ten details in one response", async () => {
  const body = linkBody("bigbox_w add_to_cart", {
    projectId: 7,
    name: "",
    publicName: "x".repeat(161),
    fallbackUrl: "example.com",
    location: { zipCode: "12" },
    tracking: { utm: { source: "x".repeat(121), nope: 1 }, linkValue: -1 },
    products: [{ retailerProductId: "x", quantity: 0 }, { quantity: 1000 }],
  });
  expect(await problems(body)).toEqual({
    projectId: "must be a string",
    name: "must have 1 to 160 characters",
    publicName: "must have 1 to 160 characters",
    fallbackUrl: "must be an absolute http or https URL",
    "location.zipCode": "must have 3 to 16 characters",
    "tracking.utm.source": "must have at most 120 characters",
    "tracking.utm.nope": "is not a known property",
    "tracking.linkValue": "must be at least 0",
    "products[0].quantity": "must be at least 1",
    "products[1].retailerProductId": "is required",
    "products[1].quantity": "must be at most 999",
  });
});

test("spec: defaults match the tables, and reads return quantity 1", async () => {
  const products = [{ retailerProductId: "a" }, { retailerProductId: "b", quantity: 2 }];
  const delivery_app = { recipe: { title: "x", ingredients: [{ name: "x" }] } };
  const body = linkBody("custom custom_url", {
    products,
    options: { bigbox_w: {}, bigbox_t: {}, delivery_app },
  });
  const { id } = expectLink(await send(body));
  const read = expectLink(await get(service, `/v1/links/${id}`, { key }), 200);
  expect(read.products).toEqual([{ retailerProductId: "a", quantity: 1 }, products[1]]);
  expect((await linkStore(service.env.DB).find(id))?.options).toEqual({
    bigbox_w: {
      allowPdp: false,
      cartMode: "auto",
      fallbackMode: "items",
      includeStoreId: "auto",
      preferItemsForWalmart: true,
      preferOffersForMarketplace: false,
    },
    bigbox_t: { allowPdp: true },
    delivery_app: {
      routingMode: "no_preference",
      recipe: { title: "x", ingredients: [{ name: "x", quantity: 1 }] },
    },
  });
});

test("a rejected request writes nothing", async () => {
  const before = await storedIn(service);
  const idempotencyKey = "refused-request";
  for (const body of [
    {},
    linkBody("custom custom_url", { customUrl: "x" }),
    { retailer: "custom", intent: "recipe" },
  ]) {
    const answer = await post(service, "/v1/links", body, { key, idempotencyKey });
    expect([400, 422]).toContain(answer.status);
  }
  expect(await storedIn(service)).toEqual(before);
  // It has not used up its Idempotency-Key either.
  expectLink(await post(service, "/v1/links", linkBody(), { key, idempotencyKey }));
  expect(await storedIn(service)).toMatchObject({ links: before.links + 1, idempotency_claims: 1 });
});
