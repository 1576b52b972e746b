import { beforeEach, describe, expect, test } from "vitest";
import { exportResults } from "../../src/extras/imports/export-files.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import type { RowDependencies } from "../../src/extras/imports/run-import.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import type { Wiring } from "../../src/wiring.ts";
import { takeStep } from "../runs/steps.ts";
import { useService } from "../use-service.ts";
import { file, HEAD, importing, messageOf, owner, refused, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const { used, added, statesOf, rowsOf, start, run } = await importing(service.env);
// An organization has so many at most.
beforeEach(() => DB.prepare("DELETE FROM runs").run());

/** What a run uses, with a database that answers the creation of this link with an error. */
function failingAt(name: string, error: Error): { broken: Wiring; logged: unknown[][] } {
  const logged: unknown[][] = [];
  const create: RowDependencies["links"]["create"] = (created) =>
    created.writes.some(({ link }) => link.name === name)
      ? Promise.reject(error)
      : used.links.create(created);
  const log = (...line: unknown[]) => void logged.push(line);
  return { broken: { ...used, links: { ...used.links, create }, log }, logged };
}

describe("a chunk that fails", () => {
  test("during a database outage stays complete, and the next attempt need not wait for the lease", async () => {
    const { id } = await added(file(row("Away 1"), row("Away 2")));
    await start(id);
    const { broken } = failingAt("Away 2", serviceUnavailable(new Error("lost")));
    await expect(takeStep(messageOf(id), broken)).rejects.toThrow(refused("service_unavailable"));
    expect(await statesOf(id)).toEqual([["waiting", 2]]);
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([["made", 2]]);
  });

  test("for a fault of ours fails that row alone, which is recorded and can be tried again", async () => {
    const { id } = await added(file(row("Fine 1"), row("Wrong"), row("Fine 2")));
    await start(id);
    const { broken, logged } = failingAt("Wrong", new TypeError("a fault"));
    expect(await takeStep(messageOf(id), broken)).toBe("done");
    expect(logged).toEqual([["error", "import", { row: 3, cause: new TypeError("a fault") }]]);
    const { rows } = await rowsOf(id, ["made", "failed"]);
    expect(rows.map(({ state, problems }) => [state, problems])).toEqual([
      ["made", []],
      ["failed", [{ field: "", message: expect.stringContaining("Save the row to try again") }]],
      ["made", []],
    ]);
  });

  test("due to a new rule reports the rule", async () => {
    const { id } = await added(`${HEAD},slug\n${row("One")},taken-meanwhile`);
    const { id: other } = await added(`${HEAD},slug\n${row("Two")},taken-meanwhile`);
    for (const each of [id, other]) {
      await start(each);
      expect(await run(each)).toBe("done");
    }
    const { rows } = await rowsOf(other, ["failed"]);
    expect(rows).toMatchObject([{ linkId: null, address: null, problems: [{ field: "slug" }] }]);
    expect((await exportResults(owner, { importId: other }, used)).rows[0]).toMatchObject({
      Name: "Two",
      Status: "failed",
      Problems: expect.stringMatching(/^Slug: /),
    });
  });
});

test("a member of another organization never creates an import's links", async () => {
  await service.issueKey({ organization: "globex" });
  await DB.prepare(
    `INSERT INTO members (id, organization_id, email, role, created_at)
     VALUES ('mem_other', 'globex', 'owner@globex.example', 'owner', '2026-11-01T00:00:00.000Z') ON CONFLICT DO NOTHING`,
  ).run();
  const { id } = await added(file(row("Foreign")));
  await start(id);
  await DB.prepare("UPDATE runs SET member_id = 'mem_other' WHERE id = ?1").bind(id).run();
  expect(await run(id)).toBe("done");
  expect(await statesOf(id)).toEqual([["waiting", 1]]);
  expect((await getImport(owner, { importId: id }, used)).found).toMatchObject({
    state: "stopped",
    stoppedBecause: "member_removed",
  });
});

test("an import starts only its own rows", async () => {
  const waiting = await added(file(row("Waits")));
  const { id } = await added(file(row("")));
  await start(waiting.id);
  await start(id);
  expect((await getImport(owner, { importId: id }, used)).found.state).toBe("idle");
  expect(await run(waiting.id)).toBe("done");
});

test("a run without waiting rows is done", async () => {
  const { id } = await added(file(row("Taken back")));
  await start(id);
  await DB.prepare("UPDATE import_rows SET state = 'good' WHERE import_id = ?1").bind(id).run();
  expect(await run(id)).toBe("done");
  expect((await getImport(owner, { importId: id }, used)).found.state).toBe("idle");
});
