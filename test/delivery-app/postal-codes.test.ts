import { beforeEach, describe, expect, test } from "vitest";
import type {
  DeliveryApp,
  DeliveryAppResponse,
  NearbyRetailer,
} from "../../src/features/delivery-app/delivery-app-api.ts";
import {
  DEFAULT_POSTAL_CODES,
  postalCode,
  postalCodeStore,
  postalCodesIn,
  refreshRetailers,
} from "../../src/features/delivery-app/discovery.ts";
import { retailerStore } from "../../src/features/delivery-app/retailer-store.ts";
import { CREATED } from "../links/links.ts";
import { useService } from "../use-service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const later = (milliseconds: number) => new Date(CREATED.getTime() + milliseconds);

const service = await useService();
beforeEach(async () => {
  await service.env.DB.prepare("DELETE FROM delivery_app_postal_codes").run();
});

test.each([
  ["60614", "60614"],
  [" 60614-1234 ", "60614"],
  ["m5v2t6", "M5V 2T6"],
  ["M5V-2T6", "M5V 2T6"],
  ["6061", null],
  ["606145", null],
  ["60614-12", null],
  ["M5V", null],
  ["M5V  2T6", null],
  ["5MV 2T6", null],
  ["", null],
])("%j is the postal code %j", (text, expected) => {
  expect(postalCode(text)).toBe(expected);
});

test("a list of postal codes is unique; an empty list means the default codes", () => {
  expect(postalCodesIn("60614, m5v2t6,nonsense,60614-1234,")).toEqual(["60614", "M5V 2T6"]);
  for (const text of ["", "nonsense", ","]) expect(postalCodesIn(text)).toBe(DEFAULT_POSTAL_CODES);
  expect(DEFAULT_POSTAL_CODES.map(postalCode)).toEqual(DEFAULT_POSTAL_CODES);
});

describe("what is due", () => {
  const leaseDue = (now: Date, limit = 10, codes = ["10001", "60601", "94103"]) =>
    postalCodeStore(service.env.DB).leaseDue(codes, now, new Date(now.getTime() + 10 * MINUTE), limit);

  test("is first the never queried, then the longest due, and is leased for ten minutes", async () => {
    const store = postalCodeStore(service.env.DB);
    await leaseDue(CREATED);
    await store.noteFailure("10001", "busy: 500", later(2 * HOUR));
    await store.noteFailure("60601", "busy: 500", later(HOUR));
    expect(await leaseDue(later(HOUR - 1))).toEqual(["94103"]);
    expect(await leaseDue(later(HOUR))).toEqual(["60601"]);
    expect(await leaseDue(later(HOUR + 10 * MINUTE - 2))).toEqual([]);
    expect(await leaseDue(later(2 * HOUR), 1, ["10001", "60601", "94103", "20001"])).toEqual(["20001"]);
    expect(await leaseDue(later(2 * HOUR), 1)).toEqual(["94103"]);
    expect(await leaseDue(later(2 * HOUR), 10, [])).toEqual([]);
  });
});

describe("after a response, the next query is sent", () => {
  type Answer = DeliveryAppResponse<NearbyRetailer[]>;
  /** A delivery app that gives these answers in turn, and what it is asked. */
  function answering(...answers: Answer[]) {
    const asked: string[] = [];
    const deliveryApp: DeliveryApp = {
      fingerprint: async () => "key",
      makePage: () => expect.fail("nobody wants a page"),
      retailersNear: async (code, country) => {
        asked.push(`${code} ${country}`);
        return answers.shift() ?? expect.fail("asked once too often");
      },
    };
    const context = { deliveryApp, postalCodes: postalCodeStore(service.env.DB), now: () => CREATED };
    return { asked, run: (codes: string[], limit = 10) => refreshRetailers(context, codes, limit) };
  }
  const delay = async (code: string) => {
    const next = await service.env.DB.prepare(
      "SELECT next_at FROM delivery_app_postal_codes WHERE postal_code = ?1",
    )
      .bind(code)
      .first<string>("next_at");
    return Date.parse(next ?? "") - CREATED.getTime();
  };

  test.each<[string, Answer, number, string | null]>([
    ["in a week", { ok: true, value: [{ key: "aldi", name: "ALDI" }] }, 7 * DAY, null],
    ["in a week, where nothing was found", { ok: true, value: [] }, 7 * DAY, "no stores"],
    [
      "in an hour, where it is busy",
      { ok: false, failure: { reason: "busy", status: 503 } },
      HOUR,
      "busy: 503",
    ],
    [
      "in a day, where our key is wrong",
      { ok: false, failure: { reason: "unauthorized", status: 401 } },
      DAY,
      "unauthorized: 401",
    ],
    [
      "in a week, where this code is refused",
      { ok: false, failure: { reason: "refused", status: 400, codes: [1001] } },
      7 * DAY,
      "refused: 400 1001",
    ],
  ])("%s", async (_, answer, expected, error) => {
    const { run } = answering(answer);
    expect(await run(["60601"])).toMatchObject([{ postalCode: "60601", error }]);
    expect(await delay("60601")).toBe(expected);
  });

  test("for the next code immediately, unless it would fail in the same way", async () => {
    const refused: Answer = { ok: false, failure: { reason: "refused", status: 400, codes: [] } };
    const busy: Answer = { ok: false, failure: { reason: "busy", status: 500 } };
    const codes = ["10001", "60601", "M5V 2T6"];
    const { asked, run } = answering(refused, busy);
    expect((await run(codes)).map(({ error }) => error)).toEqual(["refused: 400", "busy: 500"]);
    expect(asked).toHaveLength(2);
    const [left] = codes.filter((code) => !asked.some((text) => text.startsWith(code)));
    // It was taken with the others, and comes when they would have been done.
    expect(await delay(left ?? "")).toBe(10 * MINUTE);
  });

  test("with the first ten postal codes of a store as a sample, and the number of all", async () => {
    const codes = Array.from({ length: 12 }, (_, index) => `100${index + 10}`);
    const found: Answer = { ok: true, value: [{ key: "everywhere", name: "Everywhere" }] };
    await answering(...codes.map(() => found)).run(codes, 12);
    const stored = await retailerStore(service.env.DB).search("everywhere", 2);
    expect(stored).toMatchObject([{ locationCount: 12, samplePostalCodes: codes.slice(0, 10) }]);
  });

  test("with the country of the code", async () => {
    const found: Answer = { ok: true, value: [{ key: "aldi", name: "ALDI" }] };
    const { asked, run } = answering(found, found);
    await run(["10001", "M5V 2T6"]);
    expect(asked.toSorted()).toEqual(["10001 US", "M5V 2T6 CA"]);
  });
});
