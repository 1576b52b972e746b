import { expect, test } from "vitest";
import { undone } from "../../src/links/undo.ts";

const DEFINITION = { name: "Spring", tracking: { tags: ["summer"], utm: { source: "print" } } };

test("an object that a change brought is gone before it, with all objects around it", () => {
  const changes = [
    { field: "tracking.tags", to: ["summer"] },
    { field: "tracking.utm.source", to: "print" },
  ];
  expect(undone(DEFINITION, changes)).toEqual({ name: "Spring" });
});

test("a schedule goes, comes back and keeps the time that did not change", () => {
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

test("an object that was there stays, with what else it holds", () => {
  expect(undone(DEFINITION, [{ field: "tracking.utm.source", to: "print" }])).toEqual({
    name: "Spring",
    tracking: { tags: ["summer"] },
  });
  expect(undone({ name: "Spring" }, [{ field: "tracking.tags", from: [] }])).toEqual({
    name: "Spring",
    tracking: { tags: [] },
  });
});
