// @module-tag deep
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { MIGRATION_TABLES, recordStatements } from "../../src/surfaces/cli/database/migrations.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { get, post, send } from "../requests.ts";
import { type IssuedKey, ROOT, type Service, startService } from "../service.ts";
import { replaceAll, sqlOf } from "./copy-database.ts";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";
import { dumpDatabase } from "./stand-in/dump.ts";

// The uploads start wrangler.
vi.setConfig({ testTimeout: 180_000 });

const cloudflare = await startCloudflare();
const project = openProject(cloudflare);
const services: Service[] = [];
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
  for (const service of services) await service.close();
});

/** This version of the service, on an empty database. */
async function started(): Promise<Service> {
  const service = await startService();
  services.push(service);
  return service;
}

/** Creates a link of each kind with its code, changes it and visits it. Returns the paths of the short links. */
async function useEverything(service: Service, { key }: IssuedKey, round: string): Promise<string[]> {
  const paths: string[] = [];
  for (const pair of PAIRS) {
    const made = await post(service, "/v1/links", linkBody(pair, { name: `${round} ${pair}` }), {
      key,
      idempotencyKey: `${round}-${pair}`.replaceAll(" ", "-"),
    });
    expect(made.status, made.text).toBe(201);
    const { id, shortLink, qrCode } = made.json.data;
    const changed = await send(service, "PATCH", `/v1/links/${id}`, { name: `${round} changed` }, { key });
    expect(changed.status, changed.text).toBe(200);
    const code = await post(
      service,
      `/v1/links/${id}/qr-codes`,
      { identifier: "shelf", name: "Shelf" },
      { key },
    );
    expect(code.status, code.text).toBe(201);
    expect((await get(service, new URL(qrCode.imageUrl).pathname)).status).toBe(200);
    for (const part of ["", "/history", "/destination", "/definition", "/visits", "/qr-codes"])
      expect((await get(service, `/v1/links/${id}${part}`, { key })).status, part).toBe(200);
    paths.push(new URL(shortLink).pathname);
  }
  for (const path of ["/v1/links?limit=100", `/v1/links?q=${round}`, "/v1/visits", "/v1/projects", "/ready"])
    expect((await get(service, path, { key })).status, path).toBe(200);
  for (const path of paths) expect((await get(service, `${path}?qr=default`)).status).toBe(302);
  await service.scheduled("* * * * *", new Date(Date.now() + 10 * 60_000));
  expect(service.logs().filter((line) => line.includes('"job"') || line.includes("D1_ERROR"))).toEqual([]);
  return paths;
}

test("a new migration is deployed over a filled database, and the previous version keeps working after a rollback", async () => {
  const before = await started();
  const key = await before.issueKey();
  const paths = await useEverything(before, key, "before");

  // The first deployment: this version, and its database.
  const deployed = new DatabaseSync(":memory:");
  const applied = readdirSync(join(ROOT, "migrations")).sort();
  const records = [
    ...MIGRATION_TABLES,
    ...applied.flatMap((name) =>
      recordStatements(name, readFileSync(join(ROOT, "migrations", name), "utf8")),
    ),
  ];
  deployed.exec(`${await sqlOf(before)}\n${records.join(";\n")};`);
  cloudflare.account.databases.set("d1", { uuid: "d1", name: "shoppable-links", sqlite: deployed });
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });

  // The next version: every step that docs/migrations.md allows, on every table.
  const tables = deployed
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !["d1_migrations", "migration_texts"].includes(name));
  expect(tables).toContain("links");
  writeFileSync(
    join(project.useOwnMigrations(), "9999_made_up.sql"),
    `${tables.map((table) => `ALTER TABLE ${table} ADD COLUMN made_up TEXT;`).join("\n")}
CREATE TABLE made_up_labels (
  link_id TEXT NOT NULL REFERENCES links (id),
  label TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (link_id, label)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_made_up ON links (made_up);
CREATE TRIGGER links_are_labelled AFTER INSERT ON links BEGIN
  INSERT INTO made_up_labels (link_id) VALUES (NEW.id);
END;
INSERT INTO made_up_labels (link_id) SELECT id FROM links;
UPDATE links SET made_up = 'filled';
`,
  );
  const { failure, output } = await project.deploy(["--yes"]);
  expect(failure).toBeNull();
  expect(output).toContain("Applied 9999_made_up.sql");
  expect(await project.deploy(["--rollback", "--yes"])).toMatchObject({ failure: null });

  // This version again, on the migrated database.
  const after = await started();
  await replaceAll(after, dumpDatabase(deployed));
  for (const path of paths) expect((await get(after, path)).status, path).toBe(302);
  await useEverything(after, key, "after");
  const labels = "SELECT count(*) AS labels, (SELECT count(*) FROM links) AS links FROM made_up_labels";
  expect(await after.env.DB.prepare(labels).first()).toEqual({
    labels: 2 * PAIRS.length,
    links: 2 * PAIRS.length,
  });
});
