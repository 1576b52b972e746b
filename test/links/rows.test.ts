import { describe, expect, test } from "vitest";
import { PART_LENGTH } from "../../src/core/row-parts.ts";
import { storedOffers } from "../../src/links/offer-rows.ts";
import { bytesOfLink, fromLinkRow, reasonColumn, scheduleOf, toLinkRow } from "../../src/links/rows.ts";
import { newLink } from "./links.ts";

const START = "2026-12-01T08:00:00.000Z";
const END = "2026-12-24T08:00:00.000Z";
const OVER = "https://example.com/over";
const NO_TIMES = { active_from: null, active_until: null, ended_url: null };

/** The link that is read from what is written of `link`, but for these columns. */
function readBack(link: ReturnType<typeof newLink>, changes: { destination_reason?: string | null } = {}) {
  const { row, parts } = toLinkRow(link);
  return fromLinkRow({ ...row, offers: null, slugs: "[]", ...changes }, row.content ?? parts.join(""));
}

test("a schedule is what of its columns there is, and no schedule is none", () => {
  expect(scheduleOf(NO_TIMES)).toEqual({});
  expect(scheduleOf({ ...NO_TIMES, active_from: START })).toEqual({ schedule: { activeFrom: START } });
  expect(scheduleOf({ ...NO_TIMES, active_until: END })).toEqual({ schedule: { activeUntil: END } });
  expect(scheduleOf({ ...NO_TIMES, ended_url: OVER })).toEqual({ schedule: { endedUrl: OVER } });
  const whole = { activeFrom: START, activeUntil: END, endedUrl: OVER };
  expect(scheduleOf({ active_from: START, active_until: END, ended_url: OVER })).toEqual({ schedule: whole });
});

describe("the reason of a destination", () => {
  test("is kept with the version that it was written with", () => {
    expect(reasonColumn({ version: 3, reason: "search_page" })).toBe("3:search_page");
    expect(reasonColumn({ version: 3 })).toBeNull();
    expect(readBack(newLink({}, { version: 12, reason: "fallback_url" })).reason).toBe("fallback_url");
    expect(readBack(newLink()).reason).toBeUndefined();
  });

  test("is none where a later version of the service wrote one that this one does not know", () => {
    expect(readBack(newLink(), { destination_reason: "2:not_thought_of_yet" }).reason).toBeUndefined();
    const offer = { key: "a", place: 0, urlType: "pdp", destination: "https://a.example/", since: START };
    const leads = (reason: string | null) => storedOffers(JSON.stringify([{ ...offer, reason }])).leads;
    const { place: _, ...lead } = offer;
    expect(leads("product_page")).toEqual([{ ...lead, reason: "product_page" }]);
    // Strictly: a lead without a reason has no such member.
    expect(leads("not_thought_of_yet")).toStrictEqual([lead]);
    expect(leads(null)).toStrictEqual([lead]);
  });
});

test("content is in the link's own row up to a length, and beyond it in parts alone", () => {
  const link = newLink();
  const empty = toLinkRow({ ...link, metadata: { text: "" } }).row.content?.length ?? 0;
  const sized = (length: number) => ({ ...link, metadata: { text: "x".repeat(length - empty) } });
  const fitting = toLinkRow(sized(PART_LENGTH));
  expect([fitting.row.content?.length, fitting.parts]).toEqual([PART_LENGTH, []]);
  const { row, parts } = toLinkRow(sized(PART_LENGTH + 1));
  expect([row.content, parts.length, parts.join("").length]).toEqual([null, 2, PART_LENGTH + 1]);
  expect(readBack(sized(PART_LENGTH + 1))).toEqual(sized(PART_LENGTH + 1));
});

test("what a link takes of its organization's storage counts its names, its schedule and all parts of its content", () => {
  const link = newLink();
  const plain = bytesOfLink(link);
  const more = (fields: object) => bytesOfLink({ ...link, ...fields }) - plain;
  expect(more({ name: `${link.name}ü` })).toBe(2);
  expect(more({ publicName: "Soups" })).toBe(5);
  expect(more({ destination: `${link.destination}/x` })).toBe(2);
  expect(more({ schedule: { activeFrom: START } })).toBe(START.length);
  expect(more({ schedule: { activeUntil: END } })).toBe(END.length);
  expect(more({ schedule: { endedUrl: OVER } })).toBe(OVER.length);
  const few = more({ metadata: { text: "x" } });
  expect(more({ metadata: { text: "x".repeat(2 * PART_LENGTH) } })).toBe(few + 2 * PART_LENGTH - 1);
});
