import { expect, test } from "vitest";
import type { Link } from "../../src/features/links/link.ts";
import { definitionParts, haveSameDestination, partOf, partsOf } from "../../src/features/links/link-part.ts";
import { switchActivity } from "../../src/features/links/switch-statements.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { choiceBody } from "../bodies.ts";
import { definition, one } from "../retailers/definitions.ts";
import { CREATED, newLink } from "./links.ts";

const { tracking: _, ...choice } = parseDefinition(choiceBody());
const at = CREATED.toISOString();
const lead = (key: string) => ({
  key,
  destination: `https://${key}.example/`,
  urlType: "custom" as const,
  since: at,
});
// What was parsed as a choice, with the record of a link.
const LINK = {
  ...choice,
  ...{ id: "lnk_1", organizationId: "acme", shortId: "abcd2345", domain: "", status: "active" },
  ...{ urlType: "custom", destination: "/abcd2345", version: 1, revision: 1, createdAt: at, updatedAt: at },
  offerDestinations: [lead("own"), { ...lead("bigbox-w"), reason: "cart_by_items" }],
  removedKeys: ["gone"],
} as Link;

test("a link with one destination is one part, and a choice has one part per offer", () => {
  const single = newLink();
  expect(partsOf(single)).toEqual([{ ...single, offerKey: "" }]);
  expect(definitionParts(single)).toEqual([{ offerKey: "", definition: single }]);
  const parts = partsOf(LINK);
  expect(parts.map(({ offerKey, destination, reason }) => [offerKey, destination, reason])).toEqual([
    ["bigbox-w", "https://bigbox-w.example/", "cart_by_items"],
    ["own", "https://own.example/", undefined],
  ]);
  expect(parts[1]).toMatchObject({
    id: "lnk_1",
    retailer: "custom",
    customUrl: "https://own.example/cereal",
  });
  for (const member of ["offers", "label", "countries", "key"]) expect(parts[1]).not.toHaveProperty(member);
  expect([partOf(LINK, "own")?.offerKey, partOf(LINK, "custom"), partOf(single, "")?.id]).toEqual([
    "own",
    undefined,
    single.id,
  ]);
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

test("a job's switch of an offer names the offer, and the link keeps its page", () => {
  const part = partOf(LINK, "own");
  const single = { ...newLink(), offerKey: "" };
  if (!part) throw new Error("the offer offerDestinations");
  const url = "https://new.example/";
  expect(switchActivity("check", part, url, CREATED, "cart")).toMatchObject({
    organizationId: "acme",
    at,
    actor: { type: "job", id: "check" },
    object: { type: "link", id: "lnk_1" },
    changes: [{ field: "offers.own.destination", from: "https://own.example/", to: url }],
    linkId: "lnk_1",
    destination: "/abcd2345",
  });
  // A part of a link with one destination is the link itself.
  expect(switchActivity("check", single as typeof part, url, CREATED, "cart")).toMatchObject({
    changes: [{ field: "destination", from: single.destination, to: url }],
    destination: url,
  });
});
