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
