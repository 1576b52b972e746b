import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LEASE_MS, runExports } from "../../src/exports/run-exports.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { faultHeader, JOBS, LATER } from "../faults/faults.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { DB } = service.env;
const directory = mkdtempSync(join(tmpdir(), "exports-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** The clock of a run that finds the lease of every earlier run ended. */
const later = (runs: number) => () => new Date(Date.now() + runs * (LEASE_MS + 1_000));
const dependencies = (runs = 0) => ({ ...dependenciesOf(service.env), now: later(runs) });

let organizations = 0;
/** An organization with links, and an export of it that has started. */
async function started(links: number, padding = 0) {
  const organization = `exporting-${++organizations}`;
  const { key } = await service.issueKey({ organization });
  const link = expectLink(await post(service, "/v1/links", linkBody("custom custom_url"), { key }));
  // Random letters, which can't be compressed to much less, beside what the link has.
  await DB.prepare(
    `INSERT INTO links (id, organization_id, project_id, short_id, name, retailer, intent, status, url_type, destination,
       content, version, created_at, updated_at, revision, domain, search_text)
     SELECT 'lnk_' || lower(hex(randomblob(13))), organization_id, project_id, substr(lower(hex(randomblob(8))), 1, 8), name,
       retailer, intent, status, url_type, destination,
       json_set(content, '$.metadata', json_object('note', hex(randomblob(?3)))), version, created_at, updated_at, revision,
       domain, '' FROM links, generate WHERE links.id = ?1`.replace(
      "generate",
      "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) SELECT i FROM n WHERE i <= ?2)",
    ),
  )
    .bind(link.id, links - 1, padding)
    .run();
  const { id } = (await post(service, "/v1/exports", { images: false }, { key })).json.data;
  const found = async () => (await get(service, `/v1/exports/${id}`, { key })).json.data;
  return {
    id,
    found,
    /** The archive as `unzip -p` prints the lines of all of its files, after it has been checked. */
    async lines() {
      const { downloadUrl, bytes } = await found();
      const response = await service.fetch(new URL(downloadUrl).pathname);
      const file = join(directory, `${id}.zip`);
      writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
      execFileSync("unzip", ["-tq", file]);
      expect(response.headers.get("Content-Length")).toBe(String(bytes));
      return execFileSync("unzip", ["-p", file], { maxBuffer: 1e9 }).toString().split("\n");
    },
  };
}
const idsIn = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('{"id":"lnk_')).map((line) => line.slice(0, 37));

test("a run that is killed after a part loses nothing: the next one continues once its lease has ended", async () => {
  const { found, lines } = await started(3);
  let runs = 0;
  for (let kills = 0; kills < 12 && (await found()).state === "running"; kills++) {
    const killed = dependencies(runs);
    const { advance } = killed.exports;
    let steps = 0;
    // Each run gets one step further: its second one is in R2, and D1 does not know of it.
    killed.exports.advance = (...progress) =>
      ++steps < 2 ? advance(...progress) : Promise.reject(new Error("killed"));
    killed.exports.release = async () => {};
    await runExports(killed).catch((error) => expect(error.message).toBe("killed"));
    const { state, percent } = await found();
    if (state === "running") {
      // The lease holds until it ends.
      await runExports(dependencies(runs));
      expect(await found()).toMatchObject({ state, percent });
    }
    runs++;
  }
  expect([runs > 4, (await found()).state]).toEqual([true, "done"]);
  expect(idsIn(await lines())).toHaveLength(3);
});

test("a run that is killed after the archive is whole finds it", async () => {
  const { found, lines } = await started(1);
  const killed = dependencies();
  const { finish } = killed.archives;
  killed.archives.finish = async (...end) => {
    await finish(...end);
    throw new Error("killed");
  };
  await expect(runExports(killed)).rejects.toThrow("killed");
  expect((await found()).state).toBe("running");
  await runExports(dependencies(1));
  expect((await found()).state).toBe("done");
  expect(idsIn(await lines())).toHaveLength(1);
});

test("a run whose lease has ended gives way to the one that has it", async () => {
  const { found, lines } = await started(2);
  const slow = dependencies();
  const { append } = slow.archives;
  slow.archives.append = async (...added) => {
    const appended = await append(...added);
    await runExports(dependencies(1));
    return appended;
  };
  await runExports(slow);
  expect((await found()).state).toBe("done");
  expect(idsIn(await lines())).toHaveLength(2);
});

test("an export waits while R2 refuses, and continues afterwards", async () => {
  const { found, lines } = await started(2);
  const jobs = (headers: Record<string, string>) =>
    get(service, "/health", { headers: { [JOBS]: "1", ...headers } });
  for (const fault of ["throws", "loses first answer"] as const) {
    const answer = await jobs({ ...faultHeader({ QR_IMAGES: fault }), [LATER]: "0" });
    expect([fault, (await found()).state]).toEqual([fault, answer.status === 200 ? "done" : "running"]);
  }
  await jobs({ [LATER]: String(LEASE_MS) });
  expect((await found()).state).toBe("done");
  expect(idsIn(await lines())).toHaveLength(2);
});

test("a large archive, which is uploaded in several parts, is whole and has every link once", async () => {
  const { found, lines } = await started(1_600, 8_000);
  await service.scheduled("* * * * *", new Date());
  await expect.poll(async () => (await found()).state, { timeout: 60_000 }).toBe("done");
  expect((await found()).bytes).toBeGreaterThan(12_000_000);
  const ids = idsIn(await lines());
  expect([ids.length, new Set(ids).size]).toEqual([1_600, 1_600]);
});
