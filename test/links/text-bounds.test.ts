import { expect, test } from "vitest";
import type * as z from "zod";
import { linkFilters } from "../../src/features/links/list-filter.ts";
import { utmTemplate } from "../../src/features/links/utm-templates.ts";

/** Which lengths around its bounds a text may have: one below the least, the least, the most, and one more. */
const allowed = (schema: z.ZodType, least: number, most: number, of: (text: string) => unknown) =>
  [least - 1, least, most, most + 1].map((length) => schema.safeParse(of("x".repeat(length))).success);
const WITHIN = [false, true, true, false];

test("a search needs 1 to 120 characters, and a project id 1 to 128", () => {
  expect(allowed(linkFilters, 1, 120, (q) => ({ q }))).toEqual(WITHIN);
  expect(allowed(linkFilters, 1, 128, (projectId) => ({ projectId }))).toEqual(WITHIN);
});

test("the name of a template of UTM values has 1 to 80 characters", () => {
  expect(allowed(utmTemplate, 1, 80, (name) => ({ name, utm: { source: "print" } }))).toEqual(WITHIN);
});
