import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { removeMember } from "../../src/features/access/manage-members.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { READS } from "../faults/faults.ts";
import { get } from "../requests.ts";
import { takeStep } from "../runs/steps.ts";
import { useDashboard } from "./dashboard.ts";
import { added, customRows, idIn, linksNamed, started as startedImport, statesOf } from "./import.ts";

/** https://developers.cloudflare.com/d1/platform/limits/, on the Free plan, for one request and what follows it. */
const FREE_QUERIES = 50;
/** The most calls of retailers that a bulk makes, each with a query, as test/faults/bulk-limits.test.ts has it. */
const MAX_CALLS = 20;

const OWNER = "owner@acme.example";

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
const member = (email: string) => dependencies().members.findByEmail("acme", email);

const started = (count: number, email = OWNER) => startedImport(dashboard, email, { file: rows(count) });

test("rows that the creation rejects are shown, and can be corrected and created", async () => {
  const { path, message } = await started(2);
  await owner.send("/dashboard/o/acme/projects/main/archive", { action: "archive" });
  await takeStep(message, dependencies());
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
  const done = (await owner.open(path)).text.replaceAll(/<[^>]+>/g, "");
  expect(done).toContain("1 link was created. 1 row with problems stays here. Below are their short links");
});

test("anybody who may create links continues a stopped import, as themselves", async () => {
  await dashboard.add("acme", "gone@acme.example", "editor");
  const { path, message } = await started(3, "gone@acme.example");
  await removeMember(OPERATOR, { id: (await member("gone@acme.example"))?.id ?? "" }, dependencies());
  expect(await takeStep(message, dependencies())).toBe("done");
  expect((await owner.open(path)).text).toContain("Continue and create 3 links");
  await owner.send(`${path}/start`, {});
  await expect.poll(() => statesAfter(path)).toEqual([{ made: 3 }, 3]);
  const { results } = await dashboard.service.env.DB.prepare(
    `SELECT DISTINCT actor_id FROM activity JOIN links ON links.id = object_id WHERE links.name LIKE ?1 || '%'`,
  )
    .bind(name)
    .all();
  expect(results).toEqual([{ actor_id: (await member(OWNER))?.id }]);
});

test("a running import is not deleted", async () => {
  const { path } = await started(1);
  const refused = await owner.send(`${path}/delete`, {});
  expect([refused.status, refused.text]).toEqual([412, expect.stringContaining("Wait until it is done")]);
  expect(await statesOf(dashboard, path)).toEqual({ waiting: 1 });
});

test("every step stays within the queries of one request", { tags: "all", timeout: 120_000 }, async () => {
  const used = async (): Promise<number> =>
    (await get(dashboard.service, "/", { headers: { [READS]: "1" } })).json["DB statements"] ?? 0;
  const steps: Record<string, number> = {};
  await used();
  const big = await added(dashboard, OWNER, { file: rows(5000) });
  steps.upload = await used();
  const { path, message } = await started(100);
  await used();
  await dashboard.service.env.RUNS.send(message);
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
