import { expect, test } from "vitest";
import { haveSameDestination } from "../../src/features/links/link-part.ts";
import { resolveChangedDestination } from "../../src/features/links/resolve-destination.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { linkBody } from "../bodies.ts";
import { definition, one } from "../retailers/definitions.ts";
import { CREATED, newLink } from "./links.ts";

test("an unchanged definition keeps its destination, even if it would be built differently now", async () => {
  const kept = { destination: "/l/page", urlType: "long_link", reason: "fallback_url" } as const;
  const changed = (body: object) =>
    resolveChangedDestination(newLink({ name: "A" }, kept), parseDefinition(body), [], {
      now: CREATED,
    });
  expect(await changed({ ...linkBody(), name: "B" })).toEqual(kept);
  expect(await changed(linkBody(undefined, { customUrl: "https://new.example/" }))).toEqual({
    destination: "https://new.example/",
    urlType: "custom",
    reason: "custom_url",
  });
});

test("parts are equal if the fields that decide their destination are equal, in any order", () => {
  const cart = one("bigbox_w", "add_to_cart", "1");
  const alike = (changes: object, other: object = {}) =>
    haveSameDestination(definition({ ...cart, ...other }), definition({ ...cart, ...changes }));
  expect(alike({ name: "Other", publicName: "Other", tracking: { tags: ["a"] }, metadata: { a: "b" } })).toBe(
    true,
  );
  expect(alike({ tracking: { utm: {} } })).toBe(true);
  const utm = { source: "a", medium: "b" };
  expect(alike({ tracking: { utm } }, { tracking: { utm: { medium: "b", source: "a" } } })).toBe(true);
  for (const changes of [
    { products: [{ retailerProductId: "2" }] },
    { fallbackUrl: "https://a.example/" },
    { location: { storeId: "1" } },
    { options: { bigbox_w: { allowPdp: false } } },
    { tracking: { utm } },
    { intent: "product_detail" },
  ])
    expect([changes, alike(changes)]).toEqual([changes, false]);
});
