import { expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { applyPatch } from "../../src/features/links/patch.ts";
import { newLink } from "./links.ts";

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
