import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ARCHIVED_COUNTERS, ARCHIVED_TABLES } from "../../src/extras/exports/archived-tables.ts";
import { type ZipEntry, zipWriter } from "../../src/features/qr-codes/zip.ts";
import { moveMonths } from "../../src/features/visits/move-months.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { loadArchive } from "../../src/surfaces/cli/archive/load-archive.ts";
import { withZip } from "../../src/surfaces/cli/archive/read-zip.ts";
import { rebuildRows } from "../../src/surfaces/cli/archive/rebuild-rows.ts";
import { rowsIn } from "../database-rows.ts";
import { get, type Json, send } from "../requests.ts";
import { startService } from "../service.ts";
import { useService } from "../use-service.ts";
import {
  archivedRows,
  changedArchive,
  exportedOrganization,
  importInto,
  ORGANIZATION,
  VISITED,
} from "./archives.ts";

const MORE = Number(process.env.LINKS ?? 60);
const ORIGIN = "https://go.moved.example";
const vars = { SHORT_LINK_ORIGIN: ORIGIN, API_ORIGIN: ORIGIN };
const [from, to] = await Promise.all([startService({ vars }), startService({ vars })]);
const directory = mkdtempSync(join(tmpdir(), "import-export-"));
const archive = join(directory, "a.zip");
const other = join(directory, "b.zip");
let key = "";

beforeAll(async () => {
  key = await exportedOrganization(from, archive, MORE);
}, 600_000);
afterAll(async () => {
  await Promise.all([from.close(), to.close()]);
  rmSync(directory, { recursive: true });
});

/** Everything in the database of `to`, without the outbox of publications. */
const everything = async () => (await rowsIn(to.env.DB)).rows.filter(({ table }) => table !== "link_changes");
const rejected = async (path = other, flags?: string[]) => {
  const before = await everything();
  const error = await importInto(to, path, {}, flags).catch((caught: unknown) => caught);
  expect(await everything()).toEqual(before);
  return error instanceof Error ? error.message : "accepted";
};

describe("an archive that is not an export of the organization is rejected with its line, and nothing is written", () => {
  const lineOf = (table: string, change: (row: Json) => Json | null, flags?: string[]) => async () => {
    let isDone = false;
    await changedArchive(archive, other, (lines) =>
      lines.flatMap((line) => {
        if (isDone || line.table !== table || (table === "links" && line.retailer !== "custom"))
          return [line];
        isDone = true;
        const changed = change(line);
        return changed === null ? [] : [changed];
      }),
    );
    return rejected(other, flags);
  };

  test.each([
    [
      "another organization's link",
      "links",
      { organization_id: "globex" },
      "organization_id globex is another organization.",
    ],
    [
      "a code of another link",
      "qr_codes",
      { link_id: "lnk_00000000000000000000000000" },
      "is a link that the archive lacks.",
    ],
    ["an unknown project", "links", { project_id: "x" }, "project_id x is a project that the archive lacks."],
    ["a script as destination", "links", { destination: "javascript:alert(1)" }, "destination Invalid"],
    ["a definition that can't be created", "links", { content: '{"customUrl":5}' }, "customUrl"],
    ["a slug that shadows our pages", "link_addresses", { name: "dashboard" }, "name can't be an address."],
    ["a kept path of our pages", "link_addresses", { name: "/health" }, "name can't be an address."],
    ["a kept path in another form", "link_addresses", { name: "/a%62" }, "name can't be an address."],
    ["a code that encodes a script", "qr_codes", { encoded_url: "javascript:x" }, "encoded_url must be"],
    [
      "a style that does not exist",
      "projects",
      { settings: '{"codeStyle":{"modules":"stars"}}' },
      "settings codeStyle.modules",
    ],
    [
      "a brand that can't be saved",
      "projects",
      { settings: '{"brand":{"name":"A","accent":"red"}}' },
      "settings brand.accent",
    ],
    ["settings in another form", "projects", { settings: "{ }" }, "settings must be as it was exported"],
    ["counters that are none", "visit_days", { counts: '{"":{"US phone":{"9":-1}}}' }, "counts"],
    ["a picture of another project", "logos", { project_id: "other" }, "file is not a logo of the project."],
    [
      "a picture with the name of another",
      "card_pictures",
      { file: "a.png" },
      "is not the name of this picture.",
    ],
    ["what is no picture", "card_pictures", { base64: "AAAA" }, "must be a PNG or JPEG picture."],
    ["a broken constraint", "links", { status: "gone" }, "CHECK constraint failed"],
    ["the wrong type", "activity", { sequence: "one" }, "cannot store TEXT value in INTEGER column"],
    ["a column of another version", "links", { added: 1 }, "links has no column added."],
    ["a table that is not archived", "links", { table: "api_keys" }, "there is no table api_keys."],
    ["a text that ends early", "links", { name: "a\0b" }, "name has a NUL character."],
    ["a revision that can't rise", "links", { version: 2 ** 53 - 1 }, "is not a row"],
    ["a position that no cursor reaches", "activity", { sequence: 2 ** 52 }, "is not a row"],
    ["an invalid time", "links", { created_at: "once" }, "created_at is not a time."],
    [
      "a schedule without a time",
      "links",
      { active_until: "2026-13-01T00:00:00.000Z" },
      "active_until is not",
    ],
    ["a beginning without a time", "links", { active_from: "soon" }, "active_from is not a time."],
    ["a reported end without a time", "links", { end_event: "once" }, "end_event is not a time."],
    ["an invalid day", "visit_days", { day: "2026-99-99" }, "day Invalid"],
    [
      "a definition with a prototype",
      "links",
      { content: '{"__proto__":{"customUrl":"https://a.example"}}' },
      "customUrl is required",
    ],
    ["counters beyond numbers", "visit_days", { counts: '{"":{"US phone":{"9":1e15}}}' }, "counts"],
  ])("%s", async (_, table, change, problem) => {
    expect(await lineOf(table, (row) => ({ ...row, ...change }))()).toMatch(
      new RegExp(`^restore/rows\\.jsonl line \\d+: .*${problem.replace(/[.()]/g, "\\$&")}`),
    );
  });

  test.each([
    [
      "our own host",
      "links",
      { content: '{"customUrl":"https://go.moved.example/abc"}' },
      "customUrl must not point to this service",
    ],
    [
      "a domain of the archive",
      "links",
      { content: '{"customUrl":"https://go.moving.example/x"}' },
      "customUrl must not point to this service",
    ],
    [
      "a password",
      "links",
      { content: '{"customUrl":"https://a:b@brand.example/"}' },
      "customUrl must not contain a user name",
    ],
    [
      "our own host as the root of a domain",
      "domains",
      { root_url: "https://go.moved.example/" },
      "root_url must not point to this service",
    ],
  ])("a link to %s", async (_, table, change, problem) => {
    expect(await lineOf(table, (row) => ({ ...row, ...change }))()).toContain(problem);
  });

  test("a domain that the operator names, but the archive lacks", async () => {
    const said = await importInto(to, archive, {}, ["--domain", "www.amazon.com"]).catch(String);
    expect(said).toContain("The archive has no domain www.amazon.com.");
  });

  test("rows that are there twice", async () => {
    await changedArchive(archive, other, (lines) => [...lines, ...lines.slice(0, 1)]);
    expect(await rejected()).toMatch(/^restore\/rows.*\.jsonl line \d+: UNIQUE constraint failed/);
  });

  test("paths that leave the archive, and files that no manifest names", async () => {
    const rename = (path: string) => (name: string) => (name === "codes.csv" ? path : name);
    await changedArchive(archive, other, (lines) => lines, rename("../../etc/passwd"));
    expect(await rejected()).toBe("The archive is not an export: it has the path ../../etc/passwd.");
    await changedArchive(archive, other, (lines) => lines, rename("restore/more.jsonl"));
    expect(await rejected()).toBe(
      "The archive is damaged: its files are not those of restore/manifest.json.",
    );
  });

  test("a manifest that is no JSON, and rows that together are larger than a database", async () => {
    const entries: ZipEntry[] = [];
    const zip = zipWriter(entries);
    const write = (content: string) => {
      const file = zip.file({ name: "restore/manifest.json", content: Buffer.from(content) });
      writeFileSync(other, Buffer.concat([file, zip.end()]));
    };
    write("{");
    expect(await rejected()).toBe("restore/manifest.json: must be JSON.");
    const listed = Array.from({ length: 161 }, (_, index) => ({
      name: `restore/rows-${index}.jsonl`,
      index,
    }));
    const read = async () => Buffer.from(JSON.stringify(manifest));
    const files = listed.map(({ name }) => ({ name, size: 2 ** 26, crc: 1 }));
    const manifest = {
      ...{ format: 1, organizationId: ORGANIZATION, createdAt: "2026-11-01T00:00:00.000Z", files },
    };
    const stored = { stored: 65_000, isDeflated: true, offset: 0 };
    const rows = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
    const bomb = {
      files: [...files, { name: "restore/manifest.json", size: 1, crc: 1 }].map((each) => ({
        ...each,
        ...stored,
      })),
      read,
      check: async () => {},
    };
    await expect(loadArchive(bomb, rows)).rejects.toThrow("The archive is too large: D1 has 10 GB.");
    rows.close();
  });

  test("a link or slug on a domain that another organization has here", async () => {
    const { DB } = to.env;
    await to.issueKey({ organization: "initech" });
    await DB.prepare(
      `INSERT INTO domains (host, organization_id, token, created_at, confirmed_at) VALUES
        ('go.initech.example', 'initech', hex(randomblob(16)), '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
    ).run();
    const foreign = /: go\.initech\.example is the domain of another organization\. Nothing was imported\.$/;
    for (const [table, column] of [
      ["links", "domain"],
      ["link_addresses", "host"],
      ["domains", "host"],
    ] as const)
      expect(
        await lineOf(
          table,
          (row) => ({ ...row, [column]: "go.initech.example" }),
          table === "domains" ? ["--domain", "go.initech.example"] : undefined,
        )(),
      ).toMatch(foreign);
    await DB.batch(
      ["domains", "api_keys", "activity", "projects"].map((table) =>
        DB.prepare(`DELETE FROM ${table} WHERE organization_id = 'initech'`),
      ),
    );
    await DB.prepare("DELETE FROM organizations WHERE id = 'initech'").run();
  });

  test("a cut, changed, inflated or missing file", async () => {
    const bytes = readFileSync(archive);
    const write = async (content: Buffer) => {
      writeFileSync(other, content);
      return rejected();
    };
    for (const length of [0, 20, 1_000, bytes.length - 1, bytes.length - 300])
      expect(await write(bytes.subarray(0, length))).toMatch(/^The archive is damaged: /);
    const at = bytes.indexOf("restore/rows.jsonl") + 100;
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(await write(changed)).toMatch(
      /^The archive is damaged: restore\/rows.jsonl (has changed|can't be decompressed)/,
    );
    for (const name of ["links.jsonl", "codes.csv", "visits.csv"]) {
      const unread = Buffer.from(bytes);
      const place = unread.indexOf(name) + name.length + 10;
      unread.writeUInt8(unread.readUInt8(place) ^ 1, place);
      expect(await write(unread)).toMatch(
        new RegExp(`^The archive is damaged: ${name} (has changed|can't be decompressed)`),
      );
    }
    // The directory says that the file is a gigabyte.
    const inflated = Buffer.from(bytes);
    inflated.writeUInt32LE(2 ** 30, inflated.lastIndexOf("restore/manifest.json") - 46 + 24);
    expect(await write(inflated)).toBe("The archive is damaged: restore/manifest.json is too large.");
    expect(await rejected(join(directory, "none.zip"))).toMatch(/^There is no file /);
    execFileSync("zip", ["-q", other.replace("b.zip", "c.zip"), archive]);
    expect(await rejected(join(directory, "c.zip"))).toContain("restore/manifest.json");
  });

  test("ids and slugs that others have here", async () => {
    const { key: theirs } = await to.issueKey({ organization: "globex" });
    const taken = await send(to, "POST", "/v1/links", { ...BODY, slug: "poster-7" }, { key: theirs });
    expect(taken.status).toBe(201);
    expect(await rejected(archive)).toMatch(
      /^restore\/rows\.jsonl line \d+: the address poster-7 is that of another link\. Nothing was imported\.$/,
    );
    const { DB } = to.env;
    const [short] = (await archivedRows(from)).links as Json[];
    await DB.prepare("UPDATE links SET short_id = ?1").bind(short.short_id).run();
    expect(await rejected(archive)).toMatch(
      /: the short id \w+ is that of another link\. Nothing was imported\.$/,
    );
    await DB.batch(
      ["DELETE FROM link_addresses", "UPDATE links SET slug = NULL, short_id = 'zzzzzzzz'"].map((sql) =>
        DB.prepare(sql),
      ),
    );
    const { key: same } = await to.issueKey({ organization: ORGANIZATION });
    expect(same).not.toBe(key);
    expect(await rejected(archive)).toMatch(
      /: there is another organization moving\. Nothing was imported\.$/,
    );
    await DB.batch(
      ["api_keys", "activity", "projects", "organizations"].map((table) =>
        DB.prepare(
          `DELETE FROM ${table} WHERE ${table === "organizations" ? "id" : "organization_id"} = '${ORGANIZATION}'`,
        ),
      ),
    );
  });
});

/** What nobody made here. */
const NOT_MADE = ["availability_checks", "delivery_app_routes", "destination_checks"];

const BODY = {
  projectId: "main",
  name: "Theirs",
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://globex.example/",
};

test("what was read of a link that was created during the export is skipped", async () => {
  const { id } = ((await archivedRows(from)).links as Json[]).at(-1);
  await changedArchive(archive, other, (lines) =>
    lines.filter((line) => line.table !== "links" || line.id !== id),
  );
  const rows = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  await withZip(other, (zip) => loadArchive(zip, rows));
  const count = (table: string) =>
    rows.prepare(`SELECT count(*) AS n FROM ${table} WHERE link_id = ?`).get(id)?.n;
  expect(["qr_codes", "link_addresses", "activity", "visit_days"].map(count)).toEqual([0, 0, 0, 0]);
  rows.close();
});

/** Tables that stay behind: docs/exporting.md names what is in them. Others have nothing of an organization. */
const LEFT_BEHIND = [
  ...["api_keys", "members", "webhooks", "webhook_deliveries", "shared_reports", "report_schedules"],
  ...[
    "mail_recipients",
    "mails",
    "alert_settings",
    "import_rows",
    "import_columns",
    "runs",
    "idempotency_claims",
    "unknown_paths",
  ],
  ...[
    "delivery_app_retailers",
    "delivery_app_retailer_postal_codes",
    "delivery_app_postal_codes",
    "catalog_calls",
    "catalog_products",
  ],
  ...["availability_enrollment", "link_changes", "visit_senders", "visitor_keys", "backups"],
  ...["visit_sheet_periods", "visit_sheets", "visit_sheet_links"],
  ...["visit_archives", "visit_archive_blocks", "visit_archive_checks"],
  ...["passkeys", "passkey_challenges", "one_time_addresses", "sessions"],
];

describe("what an archive does not decide", () => {
  const loaded = async (change: (line: Json) => Json, confirmed: readonly string[] = []) => {
    await changedArchive(archive, other, (lines) => lines.map(change));
    const rows = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
    await withZip(other, (zip) => loadArchive(zip, rows));
    const instance = { variables: vars, domains: [], confirmed, now: new Date() };
    return { rows, bytes: rebuildRows(rows, instance) };
  };
  const targets = (rows: DatabaseSync) =>
    rows
      .prepare(
        "SELECT id, destination, url_type, destination_reason FROM links UNION ALL SELECT link_id || key, destination, url_type, destination_reason FROM link_offers WHERE place IS NOT NULL ORDER BY id",
      )
      .all();

  test("where links and offers redirect", { tags: "all" }, async () => {
    const elsewhere = {
      destination: "https://evil.example/",
      url_type: "custom",
      destination_reason: "custom_url",
    };
    const was = targets((await loaded((line) => line)).rows);
    for (const destination of ["https://evil.example/", `${ORIGIN}/loop`, "/lists/other"]) {
      const { rows } = await loaded((line) =>
        line.table === "links" || line.table === "link_offers"
          ? { ...line, ...elsewhere, destination }
          : line,
      );
      expect(targets(rows)).toEqual(was);
    }
  });

  test("a page of the delivery app stays, and another page is wanted anew", async () => {
    const app = "https://www.instacart.com/store/recipes/1";
    const as = (destination: string) =>
      loaded((line) =>
        line.table === "links" && line.intent === "recipe" ? { ...line, destination } : line,
      );
    const found = async (destination: string) =>
      (await as(destination)).rows.prepare("SELECT destination FROM links WHERE intent = 'recipe'").all();
    for (const { destination } of await found(app)) expect(destination).toBe(app);
    for (const host of ["www.instacart.com.evil.example", "user@www.instacart.com"])
      for (const { destination } of await found(`https://${host}/`))
        expect(destination).not.toContain("evil");
  });

  test("which domains are confirmed", async () => {
    const pending = await loaded((line) =>
      line.table === "domains"
        ? { ...line, host: "www.amazon.com", confirmed_at: line.created_at, token: "a".repeat(32) }
        : line,
    );
    const [{ token } = {}] = pending.rows.prepare("SELECT token FROM domains").all();
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(token).not.toBe("a".repeat(32));
    const confirmed = "SELECT host FROM domains WHERE confirmed_at IS NOT NULL";
    expect(pending.rows.prepare(confirmed).all()).toEqual([]);
    const named = await loaded((line) => line, ["go.moving.example"]);
    expect(named.rows.prepare(confirmed).all()).toEqual([{ host: "go.moving.example" }]);
  });

  test("how much is stored", { tags: "all" }, async () => {
    const used = (await archivedRows(from)).organization_usage?.[0] as Json;
    for (const stored of [0, 1, 10 ** 12]) {
      const { bytes } = await loaded((line) =>
        line.table === "organization_usage" ? { ...line, stored_bytes: stored, quotas: "{}" } : line,
      );
      expect(bytes / used.stored_bytes).toBeGreaterThan(0.8);
      expect(bytes / used.stored_bytes).toBeLessThan(1.2);
    }
  });
});

test("each table of the schema is in the archive, or stays behind on purpose", () => {
  const schema = readFileSync(join(import.meta.dirname, "../../schema.sql"), "utf8");
  const tables = Array.from(schema.matchAll(/^CREATE TABLE (\w+)/gm), ([, name]) => name);
  const archived = [...ARCHIVED_TABLES.map(({ name }) => name), ...ARCHIVED_COUNTERS];
  expect([...archived, ...LEFT_BEHIND].sort()).toEqual(tables.sort());
});

describe("an import", () => {
  test("that was killed anywhere is completed by the next", { timeout: 60_000 }, async () => {
    let runs = 0;
    for (let said: string | null = null; said === null && runs < 40; runs++) {
      let calls = 0;
      // Each run gets one transaction further.
      const killing = new Proxy(to.env.DB, {
        get(db, name) {
          if (name === "prepare") return db.prepare.bind(db);
          return (statements: D1PreparedStatement[]) =>
            ++calls > runs ? Promise.reject(new Error("killed")) : db.batch(statements);
        },
      });
      said = await importInto(to, archive, { open: (_, work) => work(killing) }).catch(() => null);
    }
    expect(runs).toBeGreaterThan(2);
  });

  test("restores every row, and a second one changes nothing", async () => {
    const [was, is] = await Promise.all([archivedRows(from), archivedRows(to)]);
    for (const [table, rows] of Object.entries(was)) {
      // The export itself is not in its archive.
      const expected = table === "organization_usage" ? is[table] : rows;
      expect([table, is[table]]).toEqual([table, expected]);
      if (!NOT_MADE.includes(table)) expect([table, rows.length]).not.toEqual([table, 0]);
    }
    // The days whose sheets are to be written, and their months.
    const periods = "SELECT DISTINCT period FROM visit_sheet_periods WHERE state = 'open' ORDER BY 1";
    const { results } = await to.env.DB.prepare(periods).all<{ period: string }>();
    expect(results.map(({ period }) => period)).toEqual([VISITED.slice(0, 7), VISITED]);
    const before = await everything();
    expect(await importInto(to, archive)).toBe(
      "Restored moving: 0 new rows. Its links are published within minutes.\n",
    );
    expect(await everything()).toEqual(before);
  });

  test("counts visits once if it is repeated after the cron has moved their days into months", async () => {
    const old = (line: Json) =>
      ["visit_days", "visit_hours"].includes(line.table) ? { ...line, day: "2026-03-20" } : line;
    await changedArchive(archive, other, (lines) => lines.map(old));
    const later = await useService();
    await importInto(later, other);
    await later.scheduled("* * * * *", new Date());
    const months = () =>
      later.env.DB.prepare("SELECT month, link_id, counts FROM visit_months ORDER BY month, link_id").all();
    const before = (await months()).results;
    expect(new Set(before.map(({ month }) => month))).toEqual(new Set(["2026-03", "2026-05"]));
    expect(await importInto(later, other)).toContain(": 0 new rows");
    await later.scheduled("* * * * *", new Date());
    expect((await months()).results).toEqual(before);
  });

  test("counts old visits once if it is repeated after the cron has moved them into R2", async () => {
    const months = ["2023-03", "2024-05"];
    await changedArchive(archive, other, (lines) =>
      lines.flatMap((line) =>
        line.table === "visit_months"
          ? months.map((month) => ({ ...line, month }))
          : ["visit_days", "visit_hours"].includes(line.table)
            ? []
            : [line],
      ),
    );
    const moved = await useService();
    const keys = "SELECT month, link_id, retailer FROM visit_months";
    const restored = async () => (await moved.env.DB.prepare(keys).all()).results;
    await importInto(moved, other);
    const before = await restored();
    expect(before.length).toBeGreaterThan(80);
    const bounds = { projects: 9, blocks: 1, bytes: 3_000, rows: 1 };
    const oldVisits = visitArchives(moved.env.QR_IMAGES);
    const move = () => moveMonths({ db: moved.env.DB, oldVisits, now: () => new Date() }, bounds);
    await move();
    const left = await restored();
    expect(left.length).toBeLessThan(before.length);
    // Rows that are in neither place are written.
    await moved.env.DB.prepare(
      "DELETE FROM visit_months WHERE link_id = (SELECT max(link_id) FROM visit_months)",
    ).run();
    expect(await importInto(moved, other)).toMatch(/: [1-9]\d? new rows/);
    expect(await restored()).toEqual(left);
    // The cron moves others while the command runs.
    await moved.env.DB.prepare(
      "DELETE FROM visit_months WHERE link_id = (SELECT max(link_id) FROM visit_months)",
    ).run();
    const interrupted = importInto(moved, other, {
      async readObject(key) {
        const object = await moved.env.QR_IMAGES.get(key);
        await move();
        return new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer());
      },
    });
    await expect(interrupted).rejects.toThrow("Run the command again: it writes what is missing.");
    await importInto(moved, other);
    const sum =
      "SELECT json_extract(months, '$[2]') + json_extract(months, '$[4]') AS n FROM visit_archive_blocks";
    const inBlocks = (await moved.env.DB.prepare(sum).all<{ n: number }>()).results.reduce(
      (all, { n }) => all + n,
      0,
    );
    expect((await restored()).length + inBlocks).toBe(before.length);
  });

  test("leaves every printed address redirecting as before, and each image as it was", {
    timeout: 60_000,
  }, async () => {
    await to.scheduled("* * * * *", new Date());
    const lines = execFileSync("unzip", ["-p", archive, "addresses*.csv"], { maxBuffer: 1e9 })
      .toString()
      .split("\r\n");
    const paths = lines.flatMap((line) =>
      line.startsWith(ORIGIN) ? [new URL(line.split(",")[0] ?? "").pathname] : [],
    );
    expect(paths.length).toBeGreaterThan(2 * MORE);
    const step = Math.ceil(paths.length / 120);
    const ask = async (service: typeof from, path: string) => {
      const response = await service.fetch(path, { redirect: "manual" });
      const body = response.status === 302 ? "" : await response.text();
      return [
        path,
        response.status,
        response.headers.get("Location"),
        body.replaceAll(service.url.origin, "").replace(/"correlationId":"[^"]+"/, ""),
      ];
    };
    for (const [index, path] of paths.entries())
      if (index % step === 0) expect(await ask(to, path)).toEqual(await ask(from, path));
    const codes = (await archivedRows(from)).qr_codes as Json[];
    for (const { link_id, identifier } of [...codes.slice(0, 8), ...codes.filter(({ style }) => style)])
      for (const query of ["", "?style=default"]) {
        const path = `/qr/qr_${link_id}_${identifier}.svg${query}`;
        expect(await ask(to, path)).toEqual(await ask(from, path));
      }
    const logos = (await from.env.QR_IMAGES.list({ prefix: "brands/" })).objects.map(({ key: name }) => name);
    expect(logos).toHaveLength(3);
    for (const name of logos)
      for (const object of [name, `drawn-${name}`])
        expect(await (await to.env.QR_IMAGES.get(object))?.text()).toBe(
          await (await from.env.QR_IMAGES.get(object))?.text(),
        );
  });

  test("gives the organization to new keys, with history, visits and changes", async () => {
    const { key: theirs } = await to.issueKey({ organization: ORGANIZATION });
    const read = async (service: typeof from, path: string, as: string) =>
      JSON.stringify((await get(service, path, { key: as })).json)
        // The names of keys stay behind.
        .replaceAll(',"name":"test"', "")
        .replace(/(?<="timeZone":"[^"]+",)"updatedAt":"[^"]+"/, "");
    const [link] = JSON.parse(await read(to, "/v1/links?q=renamed", theirs)).data;
    for (const path of [
      ...["", "/definition", "/history", "/qr-codes"],
      ...[`/visits?from=${VISITED}&to=${VISITED}`, "/visits?by=country&from=2026-05-01&to=2026-06-01"],
    ]) {
      const own = `/v1/links/${link.id}${path}`;
      expect(await read(to, own, theirs)).toBe(await read(from, own, key));
    }
    const changed = await send(to, "PATCH", `/v1/links/${link.id}`, { name: "After" }, { key: theirs });
    expect(changed.status).toBe(200);
    expect(
      (await send(to, "POST", "/v1/links", { ...BODY, slug: "poster-1" }, { key: theirs })).json.error.code,
    ).toBe("duplicate_slug");
    // What changed since stays.
    expect(await importInto(to, archive)).toContain(": 0 new rows");
    expect((await get(to, `/v1/links/${link.id}`, { key: theirs })).json.data.name).toBe("After");
  });
});
