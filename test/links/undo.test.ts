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
