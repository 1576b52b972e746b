import { expect, test } from "vitest";
import * as z from "zod";
import {
  DEFAULT_QR_IDENTIFIER,
  DEFAULT_QR_NAME,
  OFFER_RETAILERS,
  RETAILERS,
} from "../../src/core/vocabulary.ts";
import { createLinkRequest, MAX_DEFINITION_BYTES } from "../../src/retailers/definition.ts";
import { schemaName } from "../../src/retailers/definition-fields.ts";
import { hasOffers, VARIANTS } from "../../src/retailers/variants.ts";

interface Schema {
  description?: string;
  discriminator?: { mapping: Record<string, string> };
  properties?: Record<string, Schema>;
  items?: { minLength: number; maxLength: number };
}

/** The schemas of the body of POST /v1/links by their names, which integrators see as the types of clients. */
const document = z.toJSONSchema(createLinkRequest, { io: "input", unrepresentable: "any" });
// Each is an object with these members, where it has them.
const schemas = document.$defs as Record<string, Schema>;

/** By each word of a schema's discriminator, the name of the schema that it leads to. */
function chosenBy(name: string): Record<string, string> {
  const { mapping = {} } = schemas[name]?.discriminator ?? {};
  return Object.fromEntries(
    Object.entries(mapping).map(([word, reference]) => [word, reference.replace("#/$defs/", "")]),
  );
}

test.each([
  ["CreateLinkRequest", "Link", RETAILERS],
  ["ChoiceOfferRequest", "Offer", OFFER_RETAILERS],
] as const)(
  "%s is told apart by the retailer, then by the intent where that has several",
  (name, kind, retailers) => {
    const byRetailer = chosenBy(name);
    expect(Object.keys(byRetailer)).toEqual(retailers);
    expect(byRetailer).toMatchObject({
      marketplace: `Marketplace${kind}`,
      grocer_a: `GrocerAProductDetail${kind}`,
      bigbox_w: `BigboxW${kind}`,
      bigbox_t: `BigboxT${kind}`,
      delivery_app: `DeliveryApp${kind}`,
      custom: `CustomUrl${kind}`,
    });
    expect(chosenBy(`DeliveryApp${kind}`)).toEqual({
      product_detail: `DeliveryAppProductDetail${kind}`,
      shopping_list: `DeliveryAppShoppingList${kind}`,
      recipe: `DeliveryAppRecipe${kind}`,
    });
    expect(chosenBy(`Marketplace${kind}`)).toEqual({
      product_detail: `MarketplaceProductDetail${kind}`,
      add_to_cart: `MarketplaceAddToCart${kind}`,
    });
    expect(chosenBy(`CustomUrl${kind}`)).toEqual({});
    const article = kind === "Offer" ? "An offer" : "A link";
    expect(schemas[`DeliveryApp${kind}`]?.description).toBe(
      `${article} for the retailer \`delivery_app\`, by its intent.`,
    );
  },
);

test.each([
  ["link", "bigbox_w", "add_to_cart", "BigboxWAddToCartLink"],
  ["offer", "grocer_a", undefined, "GrocerAOffer"],
  ["offer", "custom", "custom_url", "CustomUrlOffer"],
] as const)("a %s of %s with the intent %s has the name %4$s", (kind, retailer, intent, name) => {
  expect(schemaName(kind, retailer, intent)).toBe(name);
});

test("each variant says whose it is", () => {
  expect(chosenBy("CreateLinkRequest").choice).toBe("ChoiceChooseRetailerLink");
  for (const variant of VARIANTS)
    for (const [kind, article] of hasOffers(variant)
      ? [["Link", "A link"]]
      : [
          ["Link", "A link"],
          ["Offer", "An offer"],
        ]) {
      const whole = `${article} for the retailer \`${variant.retailer}\` with the intent \`${variant.intent}\`.`;
      expect(
        Object.entries(schemas).filter(
          ([name, { description }]) => name.endsWith(`${kind}`) && description === whole,
        ),
      ).toHaveLength(1);
    }
});

test("bounds and defaults are said where a schema can't", () => {
  expect(schemas.CreateLinkRequest?.description).toContain(`At most ${MAX_DEFINITION_BYTES} bytes as JSON.`);
  const { identifier, name } = schemas.DefaultQrCodeOptions?.properties ?? {};
  expect(identifier?.description).toContain(`Without it: \`${DEFAULT_QR_IDENTIFIER}\`.`);
  expect(name?.description).toContain(`Without it: ${DEFAULT_QR_NAME}.`);
  const { properties: utm = {} } = schemas.TrackingOptions?.properties?.utm ?? {};
  expect(Object.keys(utm)).toEqual(["source", "medium", "campaign", "term", "content"]);
  for (const [word, { description }] of Object.entries(utm)) expect(description).toContain(`\`utm_${word}\``);
  const { minLength, maxLength } = schemas.CustomUrlOffer?.properties?.countries?.items ?? {};
  expect([minLength, maxLength]).toEqual([2, 2]);
  const product = schemas.GrocerAProductDetailLink?.properties;
  expect(product?.products?.description).toBe("The product.");
  expect(schemas.MarketplaceAddToCartLink?.properties?.products?.description).toMatch(/^The products,/);
});
