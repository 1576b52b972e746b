import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runChunk } from "../../src/extras/imports/run-import.ts";
import { removeMember } from "../../src/features/access/change-member.ts";
import type { RunState } from "../../src/ground/platform/queue.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { READS } from "../faults/faults.ts";
import { get } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { added, customRows, idIn, linksNamed, started as startedImport, statesOf } from "./import.ts";

/** https://developers.cloudflare.com/d1/platform/limits/, on the Free plan, for one request and what follows it. */
const FREE_QUERIES = 50;
/** The most calls of retailers that a bulk makes, each with a query, as test/faults/bulk-limits.test.ts has it. */
const MAX_CALLS = 20;

const OWNER = "owner@acme.example";
const LEASE_MS = 60_000;

let file = 0;
/** The names of the links of one test's file. */
let name: string;

const dashboard = await useDashboard("test/faults/counting-worker.ts");
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });
beforeEach(() => {
  name = `File ${++file} `;
});

const rows = (count: number) => customRows(count).replaceAll("Link ", name);
const statesAfter = async (path: string) => [
  await statesOf(dashboard, path),
  await linksNamed(dashboard, name),
];
const dependencies = () => dependenciesOf(dashboard.service.env);
/** The clock of a run that finds every lease of an earlier run ended. */
const later = (runs: number) => () => new Date(Date.now() + runs * LEASE_MS);
const member = (email: string) => dependencies().members.findByEmail("acme", email);

const started = (count: number, email = OWNER) => startedImport(dashboard, email, { file: rows(count) });

test("a chunk that is killed before it is recorded makes no link twice", async () => {
  const { path, message } = await started(150);
  const killed = dependencies();
  // A copy: the stores of an isolate are shared.
  killed.chunks = { ...killed.chunks };
  killed.chunks.record = () => Promise.reject(new Error("killed"));
  // Nor is the lease ended where the isolate is gone.
  killed.chunks.release = () => Promise.reject(new Error("killed"));
  await expect(runChunk(message, killed)).rejects.toThrow("killed");
  expect(await statesAfter(path)).toEqual([{ waiting: 150 }, 100]);
  // The lease holds until it ends.
  expect(await runChunk(message, dependencies())).toBe("busy");
  expect(await runChunk(message, { ...dependencies(), now: later(1) })).toBe("more");
  expect(await statesAfter(path)).toEqual([{ made: 100, waiting: 50 }, 100]);
  expect(await runChunk(message, { ...dependencies(), now: later(2) })).toBe("done");
  expect(await statesAfter(path)).toEqual([{ made: 150 }, 150]);
  expect(await runChunk(message, { ...dependencies(), now: later(3) })).toBe("done");
  const shown = await owner.open(path);
  expect(shown.text).not.toContain("data-refresh");
});

test("a chunk that two runs create at one time makes each link once", async () => {
  const { path, message } = await started(20);
  const slow = dependencies();
  // A copy: the stores of an isolate are shared.
  slow.chunks = { ...slow.chunks };
  const { record } = slow.chunks;
  let other: Promise<RunState> | undefined;
  slow.chunks.record = async (...recorded) => {
    // The lease has run out meanwhile, and another run has taken up the chunk.
    other = runChunk(message, { ...dependencies(), now: later(1) });
    await other;
    return record(...recorded);
  };
  expect(await runChunk(message, slow)).toBe("done");
  expect(await other).toBe("done");
  expect(await statesAfter(path)).toEqual([{ made: 20 }, 20]);
  const ids = await dashboard.service.env.DB.prepare(
    `SELECT count(DISTINCT link_id) AS n FROM import_rows JOIN links ON links.id = link_id WHERE import_id = ?1`,
  )
    .bind(idIn(path))
    .first("n");
  expect(ids).toBe(20);
});

test("a chunk that was interrupted for longer than its claims are kept is not repeated", async () => {
  const { path, message } = await started(2);
  const killed = dependencies();
  // A copy: the stores of an isolate are shared.
  killed.chunks = { ...killed.chunks };
  killed.chunks.record = () => Promise.reject(new Error("killed"));
  await expect(runChunk(message, killed)).rejects.toThrow("killed");
  const nextDay = () => new Date(Date.now() + 24 * 60 * 60 * 1000);
  expect(await runChunk(message, { ...dependencies(), now: nextDay })).toBe("done");
  expect(await statesAfter(path)).toEqual([{ failed: 2 }, 2]);
  expect((await owner.open(path)).text).toContain("so the link may exist");
});

test("rows that the creation rejects are shown, and can be corrected and created", async () => {
  const { path, message } = await started(2);
  await owner.send("/dashboard/o/acme/projects/main/archive", { action: "archive" });
  await runChunk(message, dependencies());
  await owner.send("/dashboard/o/acme/projects/main/archive", { action: "restore" });
  expect(await statesAfter(path)).toEqual([{ failed: 2 }, 0]);
  const page = await owner.open(path);
  expect(page.text).toContain("The project is archived");
  const problems = await owner.open(`${path}/problems.csv`);
  expect(problems.text).toContain("Project: The project is archived");
  const cells = {
    name: `${name}2`,
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://example.com/",
  };
  expect((await owner.send(`${path}/rows/2`, cells)).status).toBe(303);
  await owner.send(`${path}/start`, {});
  await expect.poll(() => statesAfter(path)).toEqual([{ failed: 1, made: 1 }, 1]);
});

test.each(["removed", "viewer"] as const)(
  "an import stops where its member is %s, and another goes on",
  async (how) => {
    const email = `${how}@acme.example`;
    await dashboard.add("acme", email, "editor");
    const { path, message } = await started(3, email);
    const found = await member(email);
    if (how === "removed") await removeMember(OPERATOR, { id: found?.id ?? "" }, dependencies());
    else
      await dashboard.service.env.DB.prepare("UPDATE members SET role = 'viewer' WHERE id = ?1")
        .bind(found?.id)
        .run();
    expect(await runChunk(message, dependencies())).toBe("done");
    expect(await statesAfter(path)).toEqual([{ waiting: 3 }, 0]);
    const page = await owner.open(path);
    expect(page.text).toContain(how === "removed" ? "is no longer a member" : "can no longer create links");
    expect(page.text).toContain("Continue and create 3 links");
    await owner.send(`${path}/start`, {});
    await expect.poll(() => statesAfter(path)).toEqual([{ made: 3 }, 3]);
    const { results } = await dashboard.service.env.DB.prepare(
      `SELECT DISTINCT actor_id FROM activity JOIN links ON links.id = object_id WHERE links.name LIKE ?1 || '%'`,
    )
      .bind(name)
      .all();
    expect(results).toEqual([{ actor_id: (await member(OWNER))?.id }]);
  },
);

test("a running import is not deleted", async () => {
  const { path } = await started(1);
  const refused = await owner.send(`${path}/delete`, {});
  expect([refused.status, refused.text]).toEqual([412, expect.stringContaining("Wait until it is done")]);
  expect(await statesOf(dashboard, path)).toEqual({ waiting: 1 });
});

test("imports are deleted after 30 days with their rows; their links stay", async () => {
  const { path, message } = await started(1);
  await runChunk(message, dependencies());
  /** Runs the jobs on the import as if it had been added so many days ago. */
  const runAfter = async (days: number) => {
    const now = new Date();
    const added = new Date(now.getTime() - days * 86_400_000).toISOString();
    await dashboard.service.env.DB.prepare("UPDATE imports SET created_at = ?2 WHERE id = ?1")
      .bind(idIn(path), added)
      .run();
    await dashboard.service.scheduled("* * * * *", now);
  };
  await runAfter(29.9);
  expect(await statesAfter(path)).toEqual([{ made: 1 }, 1]);
  await runAfter(30.1);
  expect(await statesAfter(path)).toEqual([{}, 1]);
  expect((await owner.open(path)).status).toBe(404);
});

test("every step stays within the queries of one request", { timeout: 120_000 }, async () => {
  const used = async (): Promise<number> =>
    (await get(dashboard.service, "/", { headers: { [READS]: "1" } })).json["DB statements"] ?? 0;
  const steps: Record<string, number> = {};
  await used();
  const big = await added(dashboard, OWNER, { file: rows(5000) });
  steps.upload = await used();
  const { path, message } = await started(100);
  await used();
  await dashboard.service.env.IMPORTS.send(message);
  await expect.poll(() => statesOf(dashboard, path)).toEqual({ made: 100 });
  steps["a chunk"] = await used();
  await owner.open(path);
  steps.page = await used();
  const alone = await added(dashboard, OWNER, { file: rows(1) });
  await used();
  await owner.send(`${alone}/start`, {});
  await expect.poll(() => statesOf(dashboard, alone)).toEqual({ made: 1 });
  steps["a start, and a chunk"] = await used();
  // The rows of the large import all have the code of one link.
  await dashboard.service.env.DB.prepare(
    `UPDATE import_rows SET state = 'made', (link_id, short_id, qr_identifier) =
       (SELECT link_id, short_id, qr_identifier FROM import_rows WHERE import_id = ?1 LIMIT 1) WHERE import_id = ?2`,
  )
    .bind(idIn(path), idIn(big))
    .run();
  await owner.open(`${big}/results.csv`);
  steps.results = await used();
  // A fifth of the codes is drawn, in a fifth of the queries.
  await dashboard.service.env.DB.prepare("DELETE FROM import_rows WHERE import_id = ?1 AND row > 1001")
    .bind(idIn(big))
    .run();
  const archive = await fetch(`${dashboard.service.url.origin}${big}/codes.zip`, {
    headers: await dashboard.identity(OWNER),
  });
  const bytes = Buffer.from(await archive.arrayBuffer());
  steps.codes = 5 * (await used());
  const directory = mkdtempSync(join(tmpdir(), "codes-"));
  try {
    writeFileSync(join(directory, "codes.zip"), bytes);
    execFileSync("unzip", ["-q", "codes.zip"], { cwd: directory });
    expect(readdirSync(directory)).toHaveLength(1001);
  } finally {
    rmSync(directory, { recursive: true });
  }
  for (const [step, queries] of Object.entries(steps)) {
    const calls = step === "a chunk" ? MAX_CALLS : 0;
    expect([step, queries > 1, queries + calls <= FREE_QUERIES]).toEqual([step, true, true]);
  }
});
