import { expect, test } from "vitest";
import { addDayNote, listDayNotes, MAX_NOTES, removeDayNote } from "../../src/features/visits/day-notes.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
await service.issueKey({ organization: "globex" });
const { DB } = service.env;
const dependencies = { ...dependenciesOf(service.env), db: DB };
const [owner, viewer, stranger] = [memberOf("owner"), memberOf("viewer"), memberOf("owner", "globex")];
const ofShop = { ...memberOf("editor"), projects: ["shop"] };

const note = (day: string, text: string, projectId: string | null = null) => ({ day, text, projectId });
const rejected = (code: string) => expect.objectContaining({ code });
const textsFor = async (actor: typeof owner, projectId: string | null = null) =>
  (await listDayNotes(actor, { from: "2026-10-01", to: "2026-10-31", projectId }, dependencies)).map(
    ({ text }) => text,
  );

test("a note is for all projects or one, and shown to those who reach it", async () => {
  await addDayNote(owner, note("2026-10-12", "Flyer week 42"), dependencies);
  // A repeated form adds nothing.
  await addDayNote(owner, note("2026-10-12", "Flyer week 42"), dependencies);
  await addDayNote(ofShop, note("2026-10-13", "Shop opens", "shop"), dependencies);
  await addDayNote(owner, note("2026-10-14", "New labels", "main"), dependencies);
  await addDayNote(owner, note("2026-11-01", "Another month"), dependencies);
  expect(await textsFor(viewer)).toEqual(["Flyer week 42", "Shop opens", "New labels"]);
  expect(await textsFor(viewer, "main")).toEqual(["Flyer week 42", "New labels"]);
  expect(await textsFor(ofShop)).toEqual(["Flyer week 42", "Shop opens"]);
  expect(await textsFor(stranger)).toEqual([]);
});

test("changes require write access to the note's projects", async () => {
  await expect(addDayNote(viewer, note("2026-10-15", "x"), dependencies)).rejects.toThrow(
    rejected("insufficient_scope"),
  );
  for (const projectId of [null, "main"]) {
    const denied = rejected("project_access_denied");
    await expect(addDayNote(ofShop, note("2026-10-15", "x", projectId), dependencies)).rejects.toThrow(
      denied,
    );
    await expect(
      removeDayNote(ofShop, note("2026-10-14", "New labels", projectId), dependencies),
    ).rejects.toThrow(denied);
  }
  await expect(addDayNote(owner, note("2026-10-15", "x", "nothing"), dependencies)).rejects.toThrow(
    rejected("project_access_denied"),
  );
  await removeDayNote(stranger, note("2026-10-12", "Flyer week 42"), dependencies);
  await removeDayNote(ofShop, note("2026-10-13", "Shop opens", "shop"), dependencies);
  expect(await textsFor(owner)).toEqual(["Flyer week 42", "New labels"]);
});

test.each([
  ["2026-02-30", "A day that doesn't exist"],
  ["12 Oct", "Another format"],
  ["2026-10-12", ""],
  ["2026-10-12", "x".repeat(81)],
])("the note %s %s is invalid", async (day, text) => {
  await expect(addDayNote(owner, note(day, text), dependencies)).rejects.toThrow(
    rejected("validation_failed"),
  );
});

test("an organization has a limited number of notes", async () => {
  await DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MAX_NOTES})
     INSERT INTO day_notes SELECT 'globex', '2026-10-01', '', 'Note ' || n, 'mem_1', '2026-10-01T00:00:00.000Z' FROM numbers`,
  ).run();
  await expect(addDayNote(stranger, note("2026-10-02", "One more"), dependencies)).rejects.toThrow(
    rejected("validation_failed"),
  );
  await addDayNote(stranger, note("2026-10-01", "Note 1"), dependencies);
});
