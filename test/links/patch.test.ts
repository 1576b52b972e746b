import { expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { applyPatch, FIXED, linkPatch } from "../../src/features/links/patch.ts";
import { anyDefinition } from "../../src/features/retailers/definition.ts";
import { newLink } from "./links.ts";

test("the documented patch has exactly the fields that can be changed", () => {
  const fields = [...Object.keys(anyDefinition.shape).filter((field) => !FIXED.includes(field)), "status"];
  const isKnown = (field: string) =>
    !linkPatch.safeParse({ [field]: null }).error?.issues.some(({ code }) => code === "unrecognized_keys");
  expect(fields.filter((field) => !isKnown(field))).toEqual([]);
  expect([...FIXED, "shortId"].filter(isKnown)).toEqual([]);
});

test("a link is switched on and off without validating its definition again", () => {
  const link = { ...newLink(), name: "" };
  expect(applyPatch(link, { status: "inactive" })).toEqual({
    definition: definitionOf(link),
    status: "inactive",
  });
  expect(() => applyPatch(link, { publicName: "A" })).toThrow(
    expect.objectContaining({ code: "validation_failed" }),
  );
});

test("fields are replaced, removed and validated as a whole, and the status stays", () => {
  const link = newLink({ publicName: "Soups", tracking: { tags: ["a"], utm: { source: "s" } } });
  const off = { ...link, status: "inactive" as const };
  expect(applyPatch(off, { publicName: null, tracking: { tags: null } })).toEqual({
    definition: { ...definitionOf(newLink({ tracking: { utm: { source: "s" } } })) },
    status: "inactive",
  });
  // What another variant does not know may be removed together with the change to it.
  const page = { retailer: "bigbox_t", intent: "product_detail", products: [{ retailerProductId: "1" }] };
  expect(applyPatch(link, { ...page, customUrl: null, page: null }).definition).toMatchObject({
    retailer: "bigbox_t",
    products: [{ retailerProductId: "1", quantity: 1 }],
  });
});
