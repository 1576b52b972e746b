import { expect, test } from "vitest";
import { undone } from "../../src/features/links/restore-link.ts";

const DEFINITION = { name: "Spring", tracking: { tags: ["summer"], utm: { source: "print" } } };

test("undoing an added value removes empty objects around it", () => {
  const changes = [
    { field: "tracking.tags", to: ["summer"] },
    { field: "tracking.utm.source", to: "print" },
  ];
  expect(undone(DEFINITION, changes)).toEqual({ name: "Spring" });
});

test("undoing changes of a schedule keeps its unchanged time", () => {
  const schedule = { activeFrom: "2026-12-01T08:00:00.000Z", activeUntil: "2026-12-24T08:00:00.000Z" };
  const { activeFrom, activeUntil } = schedule;
  const brought = Object.entries(schedule).map(([member, to]) => ({ field: `schedule.${member}`, to }));
  expect(undone({ name: "Advent", schedule }, brought)).toEqual({ name: "Advent" });
  const taken = Object.entries(schedule).map(([member, from]) => ({ field: `schedule.${member}`, from }));
  expect(undone({ name: "Advent" }, taken)).toEqual({ name: "Advent", schedule });
  const moved = [{ field: "schedule.activeUntil", from: activeUntil, to: "2026-12-31T08:00:00.000Z" }];
  expect(undone({ schedule: { activeFrom, activeUntil: "2026-12-31T08:00:00.000Z" } }, moved)).toEqual({
    schedule,
  });
});

test("an existing object keeps its other members", () => {
  expect(undone(DEFINITION, [{ field: "tracking.utm.source", to: "print" }])).toEqual({
    name: "Spring",
    tracking: { tags: ["summer"] },
  });
  expect(undone({ name: "Spring" }, [{ field: "tracking.tags", from: [] }])).toEqual({
    name: "Spring",
    tracking: { tags: [] },
  });
});

test("a computed destination is not undone", () => {
  const changes = [
    { field: "destination", from: "https://a.example/", to: "https://b.example/" },
    { field: "offers.bigbox-w.destination", from: "https://a.example/", to: "https://b.example/" },
    { field: "name", from: "Winter", to: "Spring" },
  ];
  expect(undone({ name: "Spring" }, changes)).toEqual({ name: "Winter" });
  // Fields whose names only begin or end like that come back.
  const others = [
    { field: "destinations", from: 1 },
    { field: "own.destination", from: 2 },
  ];
  expect(undone({}, others)).toEqual({ destinations: 1, own: { destination: 2 } });
});

test("a replaced object becomes an object again", () => {
  const changes = [{ field: "tracking.utm.source", from: "print" }];
  for (const tracking of [null, "none", ["a"], 1, undefined])
    expect(undone({ tracking }, changes)).toEqual({ tracking: { utm: { source: "print" } } });
  expect(undone({ metadata: {} }, [{ field: "tracking.utm.source", to: "print" }])).toEqual({ metadata: {} });
  expect(undone({ tracking: {} }, [{ field: "tracking", from: {}, to: 1 }])).toEqual({ tracking: {} });
});
