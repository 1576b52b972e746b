import { describe, expect, test } from "vitest";
import { bytesOfRow, fromLinkRow, scheduleOf, toLinkRow } from "../../src/features/links/link-rows.ts";
import { newLink } from "./links.ts";

const START = "2026-12-01T08:00:00.000Z";
const END = "2026-12-24T08:00:00.000Z";
const OVER = "https://example.com/over";
const NO_TIMES = { active_from: null, active_until: null, ended_url: null };

/** The link that is read from what is written of `link`, but for these columns. */
const readBack = (link: ReturnType<typeof newLink>, changes: { destination_reason?: string | null } = {}) =>
  fromLinkRow({ ...toLinkRow(link), offers: null, slugs: "[]", ...changes });

test("a schedule has only the columns that are set", () => {
  expect(scheduleOf(NO_TIMES)).toEqual({});
  expect(scheduleOf({ ...NO_TIMES, active_from: START })).toEqual({ schedule: { activeFrom: START } });
  expect(scheduleOf({ ...NO_TIMES, active_until: END })).toEqual({ schedule: { activeUntil: END } });
  expect(scheduleOf({ ...NO_TIMES, ended_url: OVER })).toEqual({ schedule: { endedUrl: OVER } });
  const whole = { activeFrom: START, activeUntil: END, endedUrl: OVER };
  expect(scheduleOf({ active_from: START, active_until: END, ended_url: OVER })).toEqual({ schedule: whole });
});

describe("the reason of a destination", () => {
  test("is read as it was written", () => {
    expect(readBack(newLink({}, { reason: "fallback_url" })).reason).toBe("fallback_url");
    expect(readBack(newLink()).reason).toBeUndefined();
  });

  test("is empty if a later version of the service wrote an unknown reason", () => {
    expect(readBack(newLink(), { destination_reason: "not_thought_of_yet" }).reason).toBeUndefined();
  });
});

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
