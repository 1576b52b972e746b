import { describe, expect, test } from "vitest";
import type { CheckedFilter } from "../../src/visits/filter.ts";
import { answerOf, isUnanswered, monthPartOf, type Question, sourceOf } from "../../src/visits/questions.ts";
import type { Dimension } from "../../src/visits/statistics.ts";

const EVERYTHING: CheckedFilter = {
  ...{ projectId: null, linkId: null, qrIdentifier: null, country: null, device: null },
  ...{ retailer: null, tag: null, daysOfWeek: null, hours: null },
};

/** Values of each filter; that of a code comes with its link. */
const NARROWED = {
  link: { linkId: "lnk_1" },
  code: { linkId: "lnk_1", qrIdentifier: "front" },
  country: { country: "US" },
  device: { device: "phone" },
  retailer: { retailer: "custom" },
  tag: { tag: "summer" },
  weekdays: { daysOfWeek: [1] },
  hours: { hours: [8] },
};

/** `country+link by device`: filters, and what is asked for. Nothing after `by`: the visits by time. */
function questionOf(text: string, changes: Partial<Question> = {}): Question {
  const [narrowed = "", by = ""] = text.split(" by ").map((part) => part.trim());
  const filters = narrowed.split("+").filter((name) => name in NARROWED) as (keyof typeof NARROWED)[];
  return {
    filter: Object.assign({ ...EVERYTHING }, ...filters.map((name) => NARROWED[name])),
    by: by === "time" ? null : (by as Dimension),
    hours: false,
    isRecent: true,
    ...changes,
  };
}

/** Whose rows are read for a question, and what of them. */
function told(...question: Parameters<typeof questionOf>): string {
  const source = sourceOf(questionOf(...question));
  if (isUnanswered(source)) return source.unanswered;
  return source.from === "ranking" ? "ranking" : `${source.from}: ${source.reading}`;
}

describe("design: each question is answered from as few rows as have the answer", () => {
  test.each([
    ["all by time", "rows: numbers"],
    ["all by visitor", "rows: numbers"],
    ["all by retailer", "rows: numbers"],
    ["all by country", "rows: c"],
    ["all by device", "rows: d"],
    ["all by referrer", "rows: f"],
    ["all by choice", "rows: o"],
    ["all by link", "ranking"],
    ["all by qrCode", "ranking"],
    ["link by time", "rows: numbers"],
    ["link by link", "rows: numbers"],
    ["link by qrCode", "rows: q"],
    ["link by referrer", "rows: f"],
    ["link by choice", "rows: o"],
    // A link's row has neither countries nor devices but its kinds of visits.
    ["link by country", "rows: kinds"],
    ["link by device", "rows: kinds"],
    ["code by time", "rows: q"],
    ["code by country", "rows: kinds"],
    ["country by time", "rows: c"],
    ["country by country", "rows: c"],
    ["country by retailer", "rows: c"],
    ["country by device", "rows: kinds"],
    ["country by link", "links: kinds"],
    ["country by qrCode", "links: kinds"],
    ["device by time", "rows: d"],
    ["device by link", "links: kinds"],
    ["retailer by time", "rows: numbers"],
    ["retailer by link", "links: numbers"],
    ["retailer by qrCode", "links: q"],
    ["tag by time", "links: numbers"],
    ["tag by country", "links: kinds"],
    ["tag by referrer", "links: f"],
    ["tag by link", "links: numbers"],
    ["tag+link by time", "rows: numbers"],
    ["weekdays by time", "rows: numbers"],
    ["weekdays by link", "links: numbers"],
    ["hours by time", "rows: h"],
    ["hours by link", "links: kinds"],
    ["hours by country", "rows: kinds"],
  ])("%s: %s", (question, source) => {
    expect(told(question)).toBe(source);
  });

  test.each([
    ["all by time", "rows: h"],
    ["all by link", "links: kinds"],
    ["link by time", "rows: kinds"],
  ])("%s where hours are told apart: %s", (question, source) => {
    expect(told(question, { hours: true })).toBe(source);
  });

  test.each(["country by referrer", "country by choice", "hours by choice", "link+device by referrer"])(
    "%s: these are counted by link and day alone",
    (question) => {
      expect(told(question)).toBe("apart");
    },
  );
});

describe("design: hours are kept 90 days, then days", () => {
  test.each([
    ["all by time", "rows: numbers", "d"],
    ["all by retailer", "rows: numbers", "d"],
    ["all by country", "rows: c", "c"],
    ["link by country", "rows: kinds", "c"],
    ["link by qrCode", "rows: q", "q"],
    ["code by time", "rows: q", "q"],
    ["all by referrer", "rows: f", "f"],
    ["all by choice", "rows: o", "o"],
    ["country by link", "links: kinds", "c"],
    // Months tell retailers apart by device.
    ["retailer by time", "rows: numbers", "d"],
    ["retailer by link", "links: numbers", "d"],
    ["retailer by device", "rows: d", "d"],
    ["link+retailer by device", "rows: kinds", "d"],
    ["device by retailer", "rows: d", "d"],
  ])("%s is in months: %s, part %s", (question, source, part) => {
    expect(told(question, { isRecent: false })).toBe(source);
    expect(monthPartOf(questionOf(question, { isRecent: false }))).toBe(part);
  });

  test.each([
    ...["country by device", "hours by time", "retailer by country", "retailer by qrCode"],
    ...["country by retailer", "link+retailer by country", "code by country"],
  ])("%s is not", (question) => {
    expect(told(question, { isRecent: false })).toBe("too_old");
  });

  test("nor is what tells hours apart", () => {
    expect(told("all by time", { isRecent: false, hours: true })).toBe("too_old");
    expect(monthPartOf(questionOf("hours by time"))).toBe("d");
  });
});

test("an answer is one unless it says why there is none", () => {
  expect(answerOf(null)).toBeNull();
  expect(answerOf<{ rows: number }>({ unanswered: "apart" })).toBeNull();
  expect(answerOf({ rows: 1 })).toEqual({ rows: 1 });
});
