import { expect, test } from "vitest";
import { isVisitMessage } from "../../src/visits/message.ts";

/** A message with everything that one may have, each list with one entry. */
const MESSAGE = {
  id: "vis_1",
  counts: [["lnk_1", "", "2026-11-21T04", "US", "phone", "person", 1]],
  quarters: [3],
  referrers: [["lnk_1", "news.example", "2026-11-21T04", 0, 1]],
  taps: [["lnk_1", "shop-1", "scan", "2026-11-21T04", 2, 1]],
};

test("a message as it was sent is taken", () => {
  const { id, counts } = MESSAGE;
  expect(isVisitMessage(MESSAGE)).toBe(true);
  expect(isVisitMessage({ ...MESSAGE, taps: [["lnk_1", "shop-1", "click", "2026-11-21T04", 2, 1]] })).toBe(
    true,
  );
  // The version before sends these two alone.
  expect(isVisitMessage({ id, counts })).toBe(true);
  expect(isVisitMessage({ id, counts: [] })).toBe(true);
  const four = [0, 1, 2, 3].flatMap(() => counts);
  expect(isVisitMessage({ id, counts: four, quarters: [0, 1, 2, 3] })).toBe(true);
});

test.each([
  ...[null, "text", {}, { ...MESSAGE, id: "" }, { ...MESSAGE, id: 1 }],
  ...[
    { ...MESSAGE, quarters: [] },
    { ...MESSAGE, quarters: [0, 0] },
    { ...MESSAGE, quarters: [4] },
  ],
  ...[
    { ...MESSAGE, quarters: [1.5] },
    { ...MESSAGE, quarters: { length: 1 } },
  ],
])("%j is no message", (message) => {
  expect(isVisitMessage(message)).toBe(false);
});

const TEXT = [1, null];
const HOUR = ["2026-11-21", "2026-11-21T04:00", "12026-11-21T04", ["2026-11-21T04"]];
const NUMBER = [0, -1, 1.5, "1"];
const QUARTER = [4, -1, "0"];

/** What can't stand at each place of an entry. */
const HOSTILE: Record<"counts" | "referrers" | "taps", readonly (readonly unknown[])[]> = {
  counts: [
    TEXT,
    TEXT,
    HOUR,
    ["usa", "us", "USA", "usA1", "U1s", ["US"]],
    ["fridge", 1],
    ["human", 1],
    NUMBER,
  ],
  referrers: [TEXT, ["", "News.example", "a".repeat(101), 1], HOUR, QUARTER, NUMBER],
  taps: [TEXT, ["", "Shop", "a".repeat(33), 1], ["tap", 1], HOUR, QUARTER, NUMBER],
};

test.each(["counts", "referrers", "taps"] as const)(
  "each value of the %s of a message is checked",
  (list) => {
    const entry: readonly unknown[] = MESSAGE[list][0] ?? [];
    const others = HOSTILE[list].flatMap((values, place) => values.map((value) => entry.with(place, value)));
    for (const wrong of [...others, null, {}, { length: entry.length }, entry.slice(1), [...entry, 1]]) {
      expect({ wrong, is: isVisitMessage({ ...MESSAGE, [list]: [wrong] }) }).toEqual({ wrong, is: false });
      // Also after one that is good.
      const lists = { [list]: [entry, wrong], quarters: undefined };
      expect({ wrong, is: isVisitMessage({ ...MESSAGE, ...lists }) }).toEqual({ wrong, is: false });
    }
    expect(isVisitMessage({ ...MESSAGE, [list]: {} })).toBe(false);
  },
);
