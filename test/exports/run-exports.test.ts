import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LEASE_MS } from "../../src/extras/runs/continue-runs.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { DELIVERIES, type Fault, faultHeader, NOTHING } from "../faults/faults.ts";
import { get, post } from "../requests.ts";
import { takeStep } from "../runs/steps.ts";
import { useService } from "../use-service.ts";
import { finishedExport } from "./archives.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { DB } = service.env;
const directory = mkdtempSync(join(tmpdir(), "exports-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** The clock of a run that finds the lease of every earlier run ended. */
const later = (runs: number) => () => new Date(Date.now() + runs * (LEASE_MS + 1_000));
/** Tests replace methods of the copied store; isolates share the original. */
function dependencies(runs = 0) {
  const all = dependenciesOf(service.env);
  return { ...all, exports: { ...all.exports }, now: later(runs) };
}

let organizations = 0;
/** An organization with links, and an export of it that has started. */
async function started(
  links: number,
  { padding = 0, isLost = true, fault }: { padding?: number; isLost?: boolean; fault?: Fault } = {},
) {
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
  // Tests continue by hand what the queue has lost.
  const deliveries = fault ? `QR_IMAGES=${fault}` : NOTHING;
  await get(service, "/health", { headers: { [DELIVERIES]: deliveries } });
  const headers = isLost ? faultHeader({ RUNS: "throws" }) : {};
  const { id } = (await post(service, "/v1/exports", { images: false }, { key, headers })).json.data;
  const message = { kind: "export", organizationId: organization, runId: id } as const;
  const found = async () => (await get(service, `/v1/exports/${id}`, { key })).json.data;
  return {
    found,
    run: (used = dependencies()) => takeStep(message, used),
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
  const { found, lines, run } = await started(3);
  let runs = 0;
  for (let kills = 0; kills < 20 && (await found()).state === "running"; kills++) {
    const killed = dependencies(runs);
    const { save } = killed.exports;
    let steps = 0;
    // Each run gets one step further: its second one is in R2, and D1 does not know of it.
    killed.exports.save = (...progress) =>
      ++steps < 2 ? save(...progress) : Promise.reject(new Error("killed"));
    killed.exports.release = async () => {};
    await run(killed).catch((error) => expect(error.message).toBe("killed"));
    const { state, percent } = await found();
    if (state === "running") {
      // No other run continues it before the lease ends.
      expect(await run(dependencies(runs))).toBe("busy");
      expect(await found()).toMatchObject({ state, percent });
    }
    runs++;
  }
  expect([runs > 4, (await found()).state]).toEqual([true, "done"]);
  expect(idsIn(await lines())).toHaveLength(3);
});

test("a run that is killed after the archive is whole finds it", async () => {
  const { found, lines, run } = await started(1);
  const killed = dependencies();
  const { finish } = killed.archives;
  killed.archives.finish = async (...end) => {
    await finish(...end);
    throw new Error("killed");
  };
  await expect(run(killed)).rejects.toThrow("killed");
  expect((await found()).state).toBe("running");
  await run(dependencies(1));
  expect((await found()).state).toBe("done");
  expect(idsIn(await lines())).toHaveLength(1);
});

test("a run whose lease has ended gives way to the one that has it", async () => {
  const { found, lines, run } = await started(2);
  const slow = dependencies();
  const { append } = slow.archives;
  slow.archives.append = async (...added) => {
    const appended = await append(...added);
    await run(dependencies(1));
    return appended;
  };
  expect(await run(slow)).toBe("done");
  expect((await found()).state).toBe("done");
  expect(idsIn(await lines())).toHaveLength(2);
});

test("an export that R2 refuses is tried again, and is whole", async () => {
  for (const fault of ["throws", "loses first answer"] as const) {
    const { found, lines } = await started(2, { isLost: false, fault });
    await expect.poll(async () => (await found()).state, { timeout: 30_000 }).toBe("done");
    expect(idsIn(await lines())).toHaveLength(2);
  }
});

test("a large archive, which is uploaded in several parts, is whole and has every link once", {
  tags: "all",
  timeout: 120_000,
}, async () => {
  const { found, lines } = await started(240, { padding: 20_000, isLost: false });
  await expect.poll(async () => (await found()).state, { timeout: 100_000 }).toBe("done");
  expect((await found()).bytes).toBeGreaterThan(7_000_000);
  const ids = idsIn(await lines());
  expect([ids.length, new Set(ids).size]).toEqual([240, 240]);
});

test("visits of many links, projects, codes and days are each exported once", { tags: "all" }, async () => {
  const organization = "visited";
  const { key } = await service.issueKey({ organization, createProjects: ["main", "other"] });
  const ids: string[] = [];
  for (const projectId of ["main", "other", "main", "other"]) {
    const body = linkBody("custom custom_url", { projectId });
    ids.push(expectLink(await post(service, "/v1/links", body, { key })).id);
  }
  await DB.prepare("UPDATE organizations SET created_at = '2025-09-15T00:00:00.000Z' WHERE id = ?1")
    .bind(organization)
    .run();
  // 27,900 rows for a link, more than one query reads: 30 codes in 30 countries on 31 days.
  const days = Array.from({ length: 31 }, (_, day) => day + 1);
  const kinds = Array.from({ length: 30 }, (_, country) => [
    `A${String.fromCharCode(65 + country)} phone`,
    days,
  ]);
  const counts = Object.fromEntries(
    Array.from({ length: 30 }, (_, code) => [`code-${code}`, Object.fromEntries(kinds)]),
  );
  for (const [index, id] of ids.entries())
    await DB.prepare(
      `INSERT INTO visit_months (month, organization_id, project_id, link_id, retailer, counts, totals, apart)
       VALUES ('2025-10', ?1, ?2, ?3, 'custom', ?4, '{}', '{}')`,
    )
      .bind(organization, index % 2 === 0 ? "main" : "other", id, JSON.stringify(counts))
      .run();
  const { id } = (await post(service, "/v1/exports", {}, { key })).json.data;
  const data = await finishedExport(service, id, key);
  const archive = join(directory, "visited.zip");
  const response = await service.fetch(new URL(data.downloadUrl).pathname);
  writeFileSync(archive, new Uint8Array(await response.arrayBuffer()));
  const rows = execFileSync("unzip", ["-p", archive, "visits*.csv"], { maxBuffer: 1e9 })
    .toString()
    .split("\r\n")
    .filter((line) => line.startsWith("2025-10-"));
  expect([rows.length, new Set(rows).size]).toEqual([4 * 27_900, 4 * 27_900]);
  const sum = rows.reduce((total, line) => total + Number(line.split(",").at(-1)), 0);
  expect(sum).toBe(4 * 900 * (31 * 16));
});
