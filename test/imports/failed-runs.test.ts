import { beforeEach, describe, expect, test } from "vitest";
import { exportResults } from "../../src/extras/imports/export-files.ts";
import { resumeImports } from "../../src/extras/imports/import-jobs.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import { type RunDependencies, runChunk } from "../../src/extras/imports/run-import.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { LEASE_MS } from "../../src/ground/platform/queue.ts";
import { useService } from "../use-service.ts";
import { file, HEAD, importing, NOW, owner, refused, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const { used, added, statesOf, rowsOf, start, run } = await importing(service.env);
// An organization has so many at most.
beforeEach(() => DB.batch(["import_rows", "imports"].map((table) => DB.prepare(`DELETE FROM ${table}`))));
const messageOf = (importId: string) => ({ organizationId: "acme", importId });

/** What a run uses, with a database that answers the creation of this link with an error. */
function failingAt(name: string, error: Error): { broken: RunDependencies; logged: unknown[][] } {
  const logged: unknown[][] = [];
  const create: RunDependencies["links"]["create"] = (created) =>
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
    await expect(runChunk(messageOf(id), broken)).rejects.toThrow(refused("service_unavailable"));
    expect(await statesOf(id)).toEqual([["waiting", 2]]);
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([["made", 2]]);
  });

  test("for a fault of ours fails that row alone, which is recorded and can be tried again", async () => {
    const { id } = await added(file(row("Fine 1"), row("Wrong"), row("Fine 2")));
    await start(id);
    const { broken, logged } = failingAt("Wrong", new TypeError("a fault"));
    expect(await runChunk(messageOf(id), broken)).toBe("done");
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
  await DB.prepare("UPDATE imports SET member_id = 'mem_other' WHERE id = ?1").bind(id).run();
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
  expect((await getImport(owner, { importId: id }, used)).found.state).toBe("open");
  expect(await run(waiting.id)).toBe("done");
});

test("a run without waiting rows is done", async () => {
  const { id } = await added(file(row("Taken back")));
  await start(id);
  await DB.prepare("UPDATE import_rows SET state = 'good' WHERE import_id = ?1").bind(id).run();
  expect(await run(id)).toBe("done");
  expect((await getImport(owner, { importId: id }, used)).found.state).toBe("open");
});

test("a start sends a queue message only if rows are waiting", async () => {
  const { id } = await added(file(row("")));
  const good = await added(file(row("Good")));
  const isStarted = async (importId: string) =>
    used.imports.start((await getImport(owner, { importId }, used)).found, NOW, false);
  expect([await isStarted(id), await isStarted(good.id)]).toEqual([false, true]);
  expect(await run(good.id)).toBe("done");
});

test("an import is stalled after more than five minutes without progress", async () => {
  const { id } = await added(file(row("Still")));
  await start(id);
  const resumedAfter = async (ms: number) => {
    const sent: string[] = [];
    const runQueue = { send: async (message: { importId: string }) => void sent.push(message.importId) };
    await resumeImports({ ...used, runQueue, now: () => new Date(NOW.getTime() + ms) });
    return sent;
  };
  expect([await resumedAfter(5 * 60_000), await resumedAfter(5 * 60_000 + 1)]).toEqual([[], [id]]);
});

test("stalled imports get their messages, ten per cron run", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) {
    const { id } = await added(file(row(`Still ${count}`)));
    await start(id);
    ids.push(id);
  }
  const sent: string[][] = [];
  const later = new Date(NOW.getTime() + 10 * LEASE_MS);
  const resume = async () => {
    const now: string[] = [];
    const runQueue = {
      send: async ({ importId }: { importId: string }) => void (ids.includes(importId) && now.push(importId)),
    };
    await resumeImports({ ...used, runQueue, now: () => later });
    sent.push(now);
  };
  for (let count = 0; count < 3; count++) await resume();
  expect(sent.map((each) => each.length)).toEqual([10, 1, 0]);
  expect(sent.flat().sort()).toEqual([...ids].sort());
});
