import { describe, expect, test } from "vitest";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import type { Json } from "../requests.ts";
import { BY_PAIR, fieldsOf, fullBody, jsonOf, setAll } from "../spec/fields.ts";

/** What is made of a body as it was sent. */
const parsed = (body: Json) => parseDefinition(JSON.parse(jsonOf(body)));

/** The fields that a body is refused for, sorted. */
function refused(body: Json): string[] {
  try {
    parsed(body);
  } catch (error) {
    if (error instanceof ServiceError) return (error.details ?? []).map(({ field }) => field).sort();
    throw error;
  }
  return expect.unreachable();
}

const upTo = (count: number) => Array.from({ length: count }, (_, k) => k);

describe.each(BY_PAIR)("spec: the fields of %s", (_pair, variant) => {
  const fields = fieldsOf(variant);
  const good = upTo(Math.max(...fields.map((field) => field.good.length)));
  const bad = upTo(Math.max(...fields.map((field) => field.bad.length)));

  test("are accepted at their limits", () => {
    for (const k of good) {
      const body = fullBody(variant);
      setAll(body, fields, "good", k);
      expect(parsed(body)).toEqual(body);
    }
  });

  test("are rejected beyond their limits, each by name", () => {
    for (const k of bad) {
      const body = fullBody(variant);
      const paths = setAll(body, fields, "bad", k);
      expect(refused(body), `bad value ${k}`).toEqual(paths.sort());
    }
  });

  test("are all validated even if the retailer is invalid, so that one response reports all problems", () => {
    const products = [[], Array(101).fill({ retailerProductId: "1" })];
    const offers = [[], Array(13).fill({ retailer: "custom", intent: "custom_url" })];
    for (const wrong of [
      ...products.map((list) => ({ products: list })),
      ...offers.map((list) => ({ offers: list })),
    ])
      expect(refused({ ...fullBody(variant), ...wrong, retailer: "nobody" })).toEqual(
        [...Object.keys(wrong), "retailer"].sort(),
      );
    const most = { products: products[1]?.slice(1), offers: offers[1]?.slice(1) };
    expect(refused({ ...fullBody(variant), ...most, retailer: "nobody" })).toEqual(["retailer"]);
    const least = { products: most.products?.slice(0, 1), offers: most.offers?.slice(0, 1) };
    expect(refused({ ...fullBody(variant), ...least, retailer: "nobody" })).toEqual(["retailer"]);
    for (const k of bad) {
      const body = fullBody(variant);
      // How many offers there are is said of the variant alone.
      const own = fields.filter(({ path }) => path !== "offers");
      const paths = setAll(body, own, "bad", k);
      expect(refused({ ...body, intent: "give_away" }), `bad value ${k}`).toEqual(
        [...paths, "intent"].sort(),
      );
    }
  });
});

test("spec: defaults are filled in", () => {
  const { products } = parseDefinition(
    linkBody("custom custom_url", { products: [{ retailerProductId: "1" }] }),
  );
  expect(products).toEqual([{ retailerProductId: "1", quantity: 1 }]);
  const list = { title: "List", lineItems: [{ name: "Eggs" }] };
  const options = { delivery_app: { shoppingList: list } };
  expect(parseDefinition(linkBody("delivery_app shopping_list", { options }))).toMatchObject({
    options: { delivery_app: { shoppingList: { lineItems: [{ name: "Eggs", quantity: 1 }] } } },
  });
  const { page } = parseDefinition(choiceBody({ page: {} }));
  expect(page).toEqual({ soldOut: "hide", skipSingle: true });
});
