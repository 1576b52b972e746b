import { expect, test } from "vitest";
import { bytesOfRow, toLinkRow } from "../../src/features/links/link-rows.ts";
import { newLink } from "./links.ts";

const START = "2026-12-01T08:00:00.000Z";
const END = "2026-12-24T08:00:00.000Z";
const OVER = "https://example.com/over";

test("a link's stored bytes count its texts, and its search text twice", () => {
  const link = newLink();
  const bytesOf = (fields: object) => bytesOfRow(toLinkRow({ ...link, ...fields }));
  const more = (fields: object) => bytesOf(fields) - bytesOf({});
  // ü is u in the search text.
  expect(more({ name: `${link.name}ü` })).toBe(2 + 2 * 1);
  expect(more({ publicName: "Soups" })).toBe(5 + 2 * 6);
  expect(more({ destination: `${link.destination}/x` })).toBe(2);
  expect(more({ schedule: { activeFrom: START } })).toBe(START.length);
  expect(more({ schedule: { activeUntil: END } })).toBe(END.length);
  expect(more({ schedule: { endedUrl: OVER } })).toBe(OVER.length);
  const few = more({ metadata: { text: "x" } });
  expect(more({ metadata: { text: "x".repeat(1_000_000) } })).toBe(few + 999_999);
});
