import { expect, test } from "vitest";
import * as z from "zod";
import { createLinkRequest, MAX_DEFINITION_BYTES } from "../../src/features/retailers/definition.ts";
import { schemaName } from "../../src/features/retailers/definition-fields.ts";
import { hasOffers, OFFER_VARIANTS, VARIANTS } from "../../src/features/retailers/variants.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../../src/ground/core/vocabulary.ts";

interface Schema {
  description?: string;
  oneOf?: { $ref?: string }[];
  properties?: Record<string, Schema>;
  items?: { minLength: number; maxLength: number };
}

/** The schemas of the body of POST /v1/links by their names, which integrators see as the types of clients. */
const document = z.toJSONSchema(z.array(createLinkRequest), { io: "input", unrepresentable: "any" });
// Each is an object with these members, where it has them.
const schemas = document.$defs as Record<string, Schema>;

/** The names of the schemas that are alternatives of another. */
const alternativesOf = (name: string): string[] =>
  (schemas[name]?.oneOf ?? []).map(({ $ref = "" }) => $ref.replace("#/$defs/", ""));

test("links and offers are documented as a union of their variants", () => {
  // Generators of clients warn of a discriminator that leads to further alternatives.
  expect(JSON.stringify(document)).not.toContain("discriminator");
  const names = alternativesOf("CreateLinkRequest");
  expect(names).toEqual(VARIANTS.map((variant) => schemaName("link", variant)));
  expect(names).toContain("BigboxWAddToCartLink");
  expect(names).toContain("CustomUrlLink");
  expect(names).toContain("ChoiceChooseRetailerLink");
  expect(alternativesOf("ChoiceOfferRequest")).toEqual(
    OFFER_VARIANTS.map((variant) => schemaName("offer", variant)),
  );
});

test("each variant is documented with its retailer", () => {
  for (const variant of VARIANTS) {
    const words = `the retailer \`${variant.retailer}\` with the intent \`${variant.intent}\`.`;
    expect(schemas[schemaName("link", variant)]?.description).toBe(`A link for ${words}`);
    if (!hasOffers(variant))
      expect(schemas[schemaName("offer", variant)]?.description).toBe(`An offer for ${words}`);
  }
});

test("limits and defaults that a schema can't express are in descriptions", () => {
  expect(schemas.CreateLinkRequest?.description).toContain(`At most ${MAX_DEFINITION_BYTES} bytes as JSON.`);
  const { identifier, name } = schemas.DefaultQrCodeOptions?.properties ?? {};
  expect(identifier?.description).toContain(`Default: \`${DEFAULT_QR_IDENTIFIER}\`.`);
  expect(name?.description).toContain(`Default: ${DEFAULT_QR_NAME}.`);
  const { properties: utm = {} } = schemas.TrackingOptions?.properties?.utm ?? {};
  expect(Object.keys(utm)).toEqual(["source", "medium", "campaign", "term", "content"]);
  for (const [word, { description }] of Object.entries(utm)) expect(description).toContain(`\`utm_${word}\``);
  const { minLength, maxLength } = schemas.CustomUrlOffer?.properties?.countries?.items ?? {};
  expect([minLength, maxLength]).toEqual([2, 2]);
  const product = schemas.GrocerAProductDetailLink?.properties;
  expect(product?.products?.description).toBe("The product.");
  expect(schemas.MarketplaceAddToCartLink?.properties?.products?.description).toMatch(/^The products,/);
});
