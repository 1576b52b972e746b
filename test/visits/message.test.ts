import { expect, test } from "vitest";
import { visitMessage } from "../../src/features/visits/visit-message.ts";

/** A message with everything that one may have, each list with one entry. */
const MESSAGE = {
  id: "vis_1",
  counts: [["lnk_1", "", "2026-11-21T04:00", "US", "phone", "person", 1]],
  referrers: [["lnk_1", "news.example", "2026-11-21T04:15", 1]],
  taps: [["lnk_1", "shop-1", "scan", "2026-11-21T04:30", 1]],
};

const isMessage = (value: unknown): boolean => visitMessage.safeParse(value).success;

test("a sent message is valid", () => {
  expect(visitMessage.parse(MESSAGE)).toEqual(MESSAGE);
  expect(isMessage({ ...MESSAGE, counts: [], referrers: [], taps: [] })).toBe(true);
});

test.each([null, "text", {}, { ...MESSAGE, id: "" }, { ...MESSAGE, id: 1 }, { ...MESSAGE, taps: undefined }])(
  "%j is not a valid message",
  (message) => {
    expect(isMessage(message)).toBe(false);
  },
);

const TEXT = ["", 1, null];
const QUARTER = [
  "2026-11-21",
  "2026-11-21T04",
  "2026-11-31T04:00",
  "2026-11-21T24:00",
  "2026-11-21T04:00:00",
  1,
];
const NUMBER = [0, -1, 1.5, "1"];

/** What can't stand at each place of an entry. */
const HOSTILE: Record<"counts" | "referrers" | "taps", readonly (readonly unknown[])[]> = {
  counts: [
    TEXT,
    [1, null],
    QUARTER,
    ["usa", "us", "USA", "U1s", ["US"]],
    ["fridge", 1],
    ["human", 1],
    NUMBER,
  ],
  referrers: [TEXT, ["", "News.example", "a".repeat(101), 1], QUARTER, NUMBER],
  taps: [TEXT, ["", "Shop", "a".repeat(33), 1], ["tap", 1], QUARTER, NUMBER],
};

test.each(["counts", "referrers", "taps"] as const)(
  "each value of the %s of a message is checked",
  (list) => {
    const entry: readonly unknown[] = MESSAGE[list][0] ?? [];
    const others = HOSTILE[list].flatMap((values, place) => values.map((value) => entry.with(place, value)));
    for (const wrong of [...others, null, {}, { length: entry.length }, entry.slice(1), [...entry, 1]]) {
      expect({ wrong, is: isMessage({ ...MESSAGE, [list]: [entry, wrong] }) }).toEqual({ wrong, is: false });
    }
    expect(isMessage({ ...MESSAGE, [list]: {} })).toBe(false);
  },
);
