import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { hashOf } from "../../src/surfaces/cli/database/migrations.ts";
import { temporaryDirectory } from "../cli/run-cli.ts";
import { dependenciesOf } from "../dependencies.ts";
import { importInto } from "../exports/archives.ts";
import { get, post } from "../requests.ts";
import type { Service } from "../service.ts";
import type { OwnSignIn } from "../sign-in/people.ts";
import { useService } from "../use-service.ts";
import {
  BASELINE_FILE,
  type Baseline,
  HASH_FILE,
  INITIAL,
  laterMigrations,
  migrateBaseline,
  migrationText,
  ORGANIZATION,
  OWNER,
  readBaseline,
  redirectsOf,
  responsesOf,
  startBaselineService,
} from "./baseline.ts";
import { countMessages, fillBaseline } from "./fill.ts";

let own: OwnSignIn;
let service: Service;
let baseline: Baseline;
beforeAll(async () => {
  own = await startBaselineService();
  service = own.service;
  if (process.env.BASELINE === "write") await writeBaseline();
  baseline = readBaseline();
  await migrateBaseline(service, baseline);
});
afterAll(() => service.close());

/** Makes the baseline anew, which is possible before there is a second migration. See docs/migrations.md. */
async function writeBaseline(): Promise<void> {
  const later = laterMigrations();
  if (later.length > 0) throw new Error(`${INITIAL} is frozen: ${later.join(", ")} change it.`);
  writeFileSync(BASELINE_FILE, gzipSync(JSON.stringify(await fillBaseline(own))));
  writeFileSync(HASH_FILE, `${hashOf(migrationText(INITIAL))}  migrations/${INITIAL}\n`);
  await service.emptyKvAndR2();
}

test("docs/migrations.md: the first migration never changes", () => {
  const [hash] = readFileSync(HASH_FILE, "utf8").split(" ");
  expect(
    hashOf(migrationText(INITIAL)),
    `Databases were made with migrations/${INITIAL}. Put it back, and add a migration: docs/migrations.md.`,
  ).toBe(hash);
});

describe("docs/migrations.md: data of the baseline is kept", () => {
  test("links, codes, projects, webhooks and events are those of the baseline", async () => {
    const paths = Object.keys(baseline.responses);
    expect(await responsesOf(service, baseline.secrets.key, paths)).toMatchObject(baseline.responses);
  });

  test("short links redirect as they did, from the database", async () => {
    const paths = Object.keys(baseline.redirects);
    expect(paths.length).toBeGreaterThan(10);
    expect(await redirectsOf(service, paths)).toEqual(baseline.redirects);
  });

  test("a repeated create gets its first response", async () => {
    const { body, idempotencyKey, response } = baseline.create;
    const again = await post(service, "/v1/links", body, { key: baseline.secrets.key, idempotencyKey });
    expect([again.status, again.json.data.id]).toEqual([201, response.data.id]);
  });

  test("people are still signed in, and see what they made", async () => {
    const owner = own.as(baseline.secrets.cookie);
    const base = `/dashboard/o/${ORGANIZATION}`;
    const before = dayOf(new Date(Date.parse(baseline.madeAt) - DAY_MS));
    const screens: [path: string, text: string][] = [
      [`${base}/members`, "viewer@acme.example"],
      [`${base}/visits?from=${before}&to=${before}`, "Flyer"],
      [`${base}/reports`, "For the agency"],
      [`${base}/links/new?retailer=custom&intent=custom_url`, "Mail"],
      [`${base}/links/import`, "links.csv"],
      [`${base}/activity`, "Renamed"],
      ["/dashboard/account", "Laptop"],
      ["/dashboard/account", OWNER],
      [`/shared/${baseline.secrets.report}`, "For the agency"],
    ];
    for (const [path, text] of screens) {
      const page = await owner.open(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text, path).toContain(text);
    }
  });

  test("messages of the baseline are taken: visits are counted beside the stored ones, and the import goes on", async () => {
    const { messages, secrets, visits } = baseline;
    await countMessages(service, messages.VISITS);
    // Where the baseline is older than 92 days, its days move into months.
    await service.scheduled("* * * * *", new Date());
    expect(await responsesOf(service, secrets.key, Object.keys(visits))).toMatchObject(visits);
    for (const message of messages.RUNS) await service.env.RUNS.send(message as never);
    const imported = async () => (await get(service, "/v1/links?q=Imported", { key: secrets.key })).json.data;
    await expect.poll(imported).toHaveLength(1);
  });
});

describe("docs/migrations.md: copies and archives of the baseline are read", () => {
  test("copies in KV redirect without the database, and have the responses to repeated requests", async () => {
    const other = await useService();
    for (const [key, value] of Object.entries(baseline.kv.LINKS)) await other.env.LINKS.put(key, value);
    const paths = Object.keys(baseline.redirects);
    expect(Object.keys(baseline.kv.LINKS).length).toBeGreaterThanOrEqual(paths.length);
    expect(await redirectsOf(other, paths)).toEqual(baseline.redirects);

    const { claims } = dependenciesOf(other.env);
    for (const [scope, text] of Object.entries(baseline.kv.IDEMPOTENCY)) {
      await other.env.IDEMPOTENCY.put(scope, text);
      const { fingerprint, receipt } = JSON.parse(text);
      const request = { scope, fingerprint, organizationId: ORGANIZATION };
      expect(await claims.recall(request, new Date(baseline.madeAt))).toMatchObject({ receipt });
      expect(receipt).toContain(baseline.create.response.data.id);
    }
    expect(Object.keys(baseline.kv.IDEMPOTENCY)).not.toEqual([]);
  });

  test("an archive is imported, and its links redirect", async () => {
    const other = await useService();
    const directory = temporaryDirectory();
    try {
      const path = join(directory.path, "baseline.zip");
      writeFileSync(path, Buffer.from(baseline.archive, "base64"));
      await importInto(other, path, {}, []);
    } finally {
      directory.remove();
    }
    const paths = Object.keys(baseline.redirects);
    await vi.waitFor(async () => expect(await redirectsOf(other, paths)).toEqual(baseline.redirects));
  });
});
