// @module-tag deep
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { backup } from "../../src/surfaces/cli/commands/backup.ts";
import { restore } from "../../src/surfaces/cli/commands/restore.ts";
import { status } from "../../src/surfaces/cli/commands/status.ts";
import { MIGRATION_TABLES } from "../../src/surfaces/cli/database/migrations.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { runScript } from "../cli/run-cli.ts";
import { ROOT, type Service, startService } from "../service.ts";
import { replaceAll, sqlOf } from "./copy-database.ts";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";
import { dumpDatabase } from "./stand-in/dump.ts";

// Exports and imports start wrangler.
vi.setConfig({ testTimeout: 180_000 });

const cloudflare = await startCloudflare();
const { databases, objects } = cloudflare.account;
const project = openProject(cloudflare);
const services: Service[] = [];
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
  for (const service of services) await service.close();
});

const started = async () => {
  const service = await startService({
    vars: { SHORT_LINK_ORIGIN: "https://go.example.com", API_ORIGIN: "https://go.example.com" },
  });
  services.push(service);
  return service;
};

test("after a backup, a loss and a restore, every link redirects", async () => {
  const before = await started();
  const { key } = await before.issueKey();
  const headers = { "X-Service-API-Key": key, "Content-Type": "application/json" };
  const links: { path: string; location: string | null }[] = [];
  for (const pair of PAIRS) {
    const response = await before.fetch("/v1/links", {
      method: "POST",
      headers,
      body: JSON.stringify(linkBody(pair)),
    });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { shortLink: string } };
    const path = new URL(data.shortLink).pathname;
    const { headers: led } = await before.fetch(path, { redirect: "manual" });
    links.push({ path, location: led.get("Location") });
  }
  expect(links.length).toBeGreaterThan(5);
  const deployed = new DatabaseSync(":memory:");
  deployed.exec(await sqlOf(before));
  databases.set("old", { uuid: "old", name: "shoppable-links", sqlite: deployed });

  const file = join(project.directory, "backup.sql");
  const made = await project.run(backup, ["--out", file]);
  expect(made.output).toContain(`Wrote the database shoppable-links to ${file}`);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await project.run(backup, ["--out", file])).failure).toBe(`${file} already exists.`);

  databases.clear();
  expect((await project.run(restore, ["--from", file], "n")).failure).toBe("Nothing changed.");
  expect(databases.size).toBe(0);
  const restored = await project.run(restore, ["--from", file], "y");
  expect(restored).toMatchObject({ failure: null });
  expect(restored.output).toContain(`${links.length} links will be published again within 1 minutes`);
  const [database] = databases.values();
  expect(database?.uuid).not.toBe("old");

  // A new service on the restored data, without copies in KV or in memory.
  const again = join(project.directory, "again.sql");
  await project.run(backup, ["--out", again]);
  const after = await started();
  await replaceAll(after, readFileSync(again, "utf8"));
  for (const { path, location } of links) {
    const { headers: led } = await after.fetch(path, { redirect: "manual" });
    expect([path, led.get("Location")]).toEqual([path, location]);
  }
  expect((await after.fetch("/v1/links", { headers })).status).toBe(200);
  // The cron publishes each copy again.
  await after.scheduled("* * * * *", new Date(Date.now() + 10 * 60_000));
  const published = await after.env.LINKS.list();
  expect(published.keys.length).toBeGreaterThanOrEqual(links.length);
});

test("the script of the nightly backup and that of the drill work with the commands that they call", async () => {
  const [database] = databases.values();
  const { sqlite } = database ?? {};
  for (const statement of MIGRATION_TABLES) sqlite?.exec(statement);
  // In place of age: files are encrypted by copying them.
  const programs = join(project.directory, "bin");
  mkdirSync(programs);
  const age = '#!/bin/sh\nfor last; do :; done\nwhile [ "$1" != -o ]; do shift; done\ncp "$last" "$2"\n';
  writeFileSync(join(programs, "age"), age, { mode: 0o755 });
  const backups = join(project.directory, "new/backups");
  const env = {
    ...cloudflare.environment,
    PATH: `${programs}:${process.env.PATH}`,
    AGE_RECIPIENT: "age1",
    BACKUP_COPY: "test -s",
    BACKUPS: backups,
  };
  const run = (script: string, args: string[]) =>
    runScript(join(ROOT, "docs/scripts", script), [...args, "--config", project.config], env);
  expect(await run("nightly-backup.sh", [])).toMatchObject({ code: 0, stderr: "" });
  const [file = "", ...others] = readdirSync(backups);
  expect([file, others]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.sql\.age$/), []]);
  expect(statSync(join(backups, file)).mode & 0o077).toBe(0);
  expect((await project.run(status, [])).output).toMatch(/^Backup +\S+, 0 hours ago$/m);

  // Old visits, which the database says are in R2.
  const object = "visits/acme/main/2024-1700000000000";
  objects.set(object, new TextEncoder().encode("old visits"));
  sqlite?.exec(
    `INSERT INTO visit_archive_blocks VALUES ('acme', 'main', '2024', 1700000000000, 0, 10, 'lnk_1', 'lnk_9', 2, 20, '[]')`,
  );
  expect((await project.run(status, [])).output).toContain(
    "Old visits    objects in R2 under visits/: 1, 0.0 MB, which are nowhere else",
  );
  const copies = join(backups, "old-visits");
  for (const _ of [1, 2]) {
    expect(await run("nightly-backup.sh", [])).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(copies)).toEqual([`${object.replaceAll("/", ",")}.age`]);
  }
  const again = await project.run(backup, ["--old-visits", join(project.directory, "copies")]);
  expect(again.output).toBe(
    `Copied 1 of 1 objects with old visits to ${join(project.directory, "copies")}.\n`,
  );
  objects.clear();
  expect((await project.run(restore, ["--old-visits", copies])).failure).toBe(
    `There are no old visits in ${copies}: decrypt their files.`,
  );
  expect((await project.run(restore, ["--old-visits", join(project.directory, "copies")])).output).toBe(
    "Stored 1 objects with old visits.\n",
  );
  expect(String(objects.get(object))).toBe("old visits");
  sqlite?.exec("DELETE FROM visit_archive_blocks");

  const drill = await run("restore-drill.sh", [join(backups, file), "key.txt"]);
  expect(drill.stderr).toBe("");
  expect(drill.stdout).toMatch(/^links +(\d+) +\1$/m);
  expect(drill.stdout).toContain("The backup can be restored.");
  expect([...databases.values()].map(({ name }) => name)).toEqual(["shoppable-links"]);

  // A backup without codes, and half a file.
  const lossy = new DatabaseSync(":memory:");
  lossy.exec(readFileSync(join(backups, file), "utf8"));
  lossy.exec("DELETE FROM qr_codes");
  const empty = join(project.directory, "empty.sql");
  writeFileSync(empty, dumpDatabase(lossy));
  expect((await project.run(restore, ["--from", empty, "--drill"])).failure).toMatch(
    /The backup lacks qr_codes/,
  );
  writeFileSync(empty, "CREATE TABLE links (id TEXT); CREATE");
  expect((await project.run(restore, ["--from", empty, "--drill"])).failure).toContain("SQLITE_ERROR");
  expect([...databases.values()].map(({ name }) => name)).toEqual(["shoppable-links"]);
});

test("a database with tables is not filled, and half a file fills nothing", async () => {
  const file = join(project.directory, "backup.sql");
  expect((await project.run(restore, ["--from", file, "--yes"])).failure).toContain("already has tables");
  databases.clear();
  const half = join(project.directory, "half.sql");
  writeFileSync(half, `${readFileSync(file, "utf8").slice(0, 20_000)} CREATE`);
  expect((await project.run(restore, ["--from", half, "--yes"])).failure).toContain("SQLITE_ERROR");
  // The next attempt fills the empty database.
  expect(await project.run(restore, ["--from", file, "--yes"])).toMatchObject({ failure: null });
});

test("a database can be restored to an earlier state, and back", async () => {
  const [database] = databases.values();
  const names = () => database?.sqlite.prepare("SELECT DISTINCT name FROM links").all();
  const before = names();
  const { failure, output } = await project.run(restore, ["--at", new Date().toISOString(), "--yes"]);
  expect(failure).toBeNull();
  database?.sqlite.exec("UPDATE links SET name = 'changed by mistake'");
  const [, bookmark = ""] = /--bookmark (\w+)/.exec(output) ?? [];
  const back = await project.run(restore, ["--bookmark", bookmark], "y");
  expect([back.failure, names()]).toEqual([null, before]);
  const [, undo = ""] = /--bookmark (\w+)/.exec(back.output) ?? [];
  expect((await project.run(restore, ["--bookmark", undo, "--yes"])).failure).toBeNull();
  expect(names()).toEqual([{ name: "changed by mistake" }]);
  expect((await project.run(restore, ["--at", "yesterday", "--yes"])).failure).toContain('not "yesterday"');
  expect((await project.run(restore, ["--yes"])).failure).toContain(
    "one of --from, --old-visits, --at and --bookmark",
  );
});
