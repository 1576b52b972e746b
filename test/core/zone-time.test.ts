import { expect, test } from "vitest";
import { localText, timeOfLocal, UTC, zoneOf } from "../../src/ground/core/zone.ts";

const BERLIN = zoneOf("Europe/Berlin");
const NEW_YORK = zoneOf("America/New_York");

test.each([
  ["2026-12-01T09:00", BERLIN, "2026-12-01T08:00:00.000Z"],
  ["2026-07-01 09:00", BERLIN, "2026-07-01T07:00:00.000Z"],
  ["2026-12-31T23:59:59", NEW_YORK, "2027-01-01T04:59:59.000Z"],
  ["2026-12-01T09:00", UTC, "2026-12-01T09:00:00.000Z"],
  // Clocks go back at 3:00: 2:30 occurs twice.
  ["2026-10-25T02:30", BERLIN, "2026-10-25T00:30:00.000Z"],
  // Clocks go forward at 2:00: 2:30 is skipped.
  ["2026-03-29T02:30", BERLIN, "2026-03-29T01:30:00.000Z"],
  ["2026-03-29T03:00", BERLIN, "2026-03-29T01:00:00.000Z"],
])("clocks that show %s", (text, zone, time) => {
  expect(timeOfLocal(text, zone)?.toISOString()).toBe(time);
});

test.each([
  "Etc/GMT+12",
  "Pacific/Pago_Pago",
  "America/New_York",
  "Europe/London",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
])("days and offsets of %s are those of its calendar and clocks, all year", (name) => {
  const zone = zoneOf(name);
  // "en-CA" writes a date as in 2026-12-01, and the offset of UTC as "GMT".
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: name,
    ...({ year: "numeric", month: "2-digit", day: "2-digit", timeZoneName: "longOffset" } as const),
  });
  const wrong: string[] = [];
  // 7 hours and a quarter: every hour of a day comes up within a month.
  for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 7.25 * 3_600_000) {
    const at = new Date(time);
    const [day, offset = ""] = format.format(at).split(", ");
    const found = [
      zone.dayOf(at),
      zone.hourOf(at).day,
      zone.textOf(at).slice(0, 10),
      zone.textOf(at).slice(23),
    ];
    const expected = [day, day, day, offset.replace("GMT", "") || "+00:00"];
    if (found.join() !== expected.join()) wrong.push(`${at.toISOString()}: ${found}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
});

test("a time is shown by the clocks of its zone, with seconds only if they are not zero", () => {
  expect(localText(new Date("2026-12-01T08:00:00.000Z"), BERLIN)).toBe("2026-12-01T09:00");
  expect(localText(new Date("2026-12-01T08:00:05.000Z"), UTC)).toBe("2026-12-01T08:00:05");
  expect(localText(new Date("2026-12-01T08:00:00.250Z"), NEW_YORK)).toBe("2026-12-01T03:00:00.250");
});

test.each(["", "tomorrow", "2026-12-01", "2026-02-30T09:00", "2026-12-01T25:00", "2026-12-01T09:00Z"])(
  "%j is no date and time",
  (text) => {
    expect(timeOfLocal(text, BERLIN)).toBeNull();
  },
);
