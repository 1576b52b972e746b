import { describe, expect, test } from "vitest";
import { writeLinks } from "../../src/features/links/create-store.ts";
import type { Link } from "../../src/features/links/link.ts";
import { bytesOfRow, toLinkRow } from "../../src/features/links/link-rows.ts";
import { bytesDemand, quotaUses } from "../../src/features/writes/quota-check.ts";
import { LINK_BYTES } from "../../src/features/writes/usage-statements.ts";
import { useService } from "../use-service.ts";
import { CREATED, newLink, storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
await service.issueKey({ organization: "globex", createProjects: ["main", "theirs"] });
const { DB } = service.env;

const write = async (links: readonly Link[], db = DB) => {
  const writes = links.map((link) => ({ link, qrCode: null, claim: null }));
  return (await writeLinks(db, { writes, request: null, rows: [] })).map(({ kind }) => kind);
};
const stored = async (links: readonly Link[]): Promise<boolean[]> => {
  const sql = "SELECT id FROM links WHERE id IN (SELECT value FROM json_each(?1))";
  const { results } = await DB.prepare(sql)
    .bind(JSON.stringify(links.map(({ id }) => id)))
    .all<{ id: string }>();
  return links.map((link) => results.some(({ id }) => id === link.id));
};

describe("of several links, only the valid ones are written", () => {
  test("not a link in another organization's project", async () => {
    const links = [newLink(), newLink({ projectId: "theirs" }), newLink()];
    expect(await write(links)).toEqual(["written", "project_missing", "written"]);
    expect(await stored(links)).toEqual([true, false, true]);
  });

  test("not a link with a slug that another link uses or used", async () => {
    const [holder, former] = [newLink({ slug: "soups" }), newLink({ slug: "broths" })];
    const links = [holder, former, newLink(), newLink({ slug: "stews" })];
    expect(await write(links)).toEqual(["written", "written", "written", "written"]);
    await DB.prepare("UPDATE links SET slug = NULL WHERE id = ?1").bind(former.id).run();
    const others = [newLink({ slug: "soups" }), newLink({ slug: "broths" }), newLink()];
    expect(await write(others)).toEqual(["name_taken", "name_taken", "written"]);
    expect(await stored(others)).toEqual([false, false, true]);
  });

  test("not a link on a removed domain", async () => {
    await DB.prepare(
      "INSERT INTO domains (host, organization_id, token, created_at, confirmed_at) VALUES (?1, 'acme', hex(randomblob(16)), ?2, ?2)",
    )
      .bind("go.brand.example", CREATED.toISOString())
      .run();
    const links = ["go.gone.example", "go.brand.example", ""].map((domain) => newLink({}, { domain }));
    expect(await write(links)).toEqual(["domain_missing", "written", "written"]);
    expect(await stored(links)).toEqual([false, true, true]);
  });
});

test("a link on an existing domain is skipped only for its own conflict", async () => {
  const domain = "there.brand.example";
  await DB.prepare(
    "INSERT INTO domains (host, organization_id, token, created_at, confirmed_at) VALUES (?1, 'acme', hex(randomblob(16)), ?2, ?2)",
  )
    .bind(domain, CREATED.toISOString())
    .run();
  const taken = await storedLink(DB, { slug: "menu" }, { domain });
  const links = [newLink({ slug: "menu" }, { domain }), newLink({}, { domain, shortId: taken.shortId })];
  expect(await write(links)).toEqual(["name_taken", "short_id_taken"]);
});

describe("links up to the quota are written, and no others", () => {
  const allow = async (quotas: object) => {
    await DB.prepare(
      `INSERT INTO organization_usage (organization_id, quotas) VALUES ('globex', ?1)
       ON CONFLICT (organization_id) DO UPDATE SET quotas = excluded.quotas`,
    )
      .bind(JSON.stringify(quotas))
      .run();
  };
  const ofGlobex = (day: string) =>
    newLink(
      {},
      { organizationId: "globex", createdAt: `${day}T00:00:00.000Z`, updatedAt: `${day}T00:00:00.000Z` },
    );

  test("of links per day, which restarts daily", async () => {
    await allow({ linksPerDay: 2 });
    const links = [1, 2, 3].map(() => ofGlobex("2026-11-20"));
    expect(await write(links)).toEqual(["written", "written", "quota_exceeded"]);
    expect(await stored(links)).toEqual([true, true, false]);
    const next = [1, 2, 3].map(() => ofGlobex("2026-11-21"));
    expect(await write(next.slice(0, 2))).toEqual(["written", "written"]);
    // Those of writes before count as well.
    expect(await write(next.slice(2))).toEqual(["quota_exceeded"]);
  });

  test("of bytes, exactly", async () => {
    const links = [1, 2].map(() => ofGlobex("2026-11-25"));
    const needed = links.reduce((sum, link) => sum + LINK_BYTES + bytesOfRow(toLinkRow(link)), 0);
    const [use] = await quotaUses(DB, "globex", [bytesDemand("globex", 0)]);
    const used = use?.used ?? 0;
    await allow({ storedBytes: used + needed - 1 });
    expect(await write(links)).toEqual(["written", "quota_exceeded"]);
    expect(await stored(links)).toEqual([true, false]);
    await allow({ storedBytes: used + needed });
    expect(await write(links.slice(1))).toEqual(["written"]);
  });

  test("of bytes, even if the daily quota allows more: the error names the bytes", async () => {
    await allow({ storedBytes: 0, linksPerDay: 1 });
    const writes = [{ link: ofGlobex("2026-11-26"), qrCode: null, claim: null }];
    expect(await writeLinks(DB, { writes, request: null, rows: [] })).toMatchObject([
      { kind: "quota_exceeded", error: { details: [{ field: "storedBytes" }] } },
    ]);
  });
});

describe("a write whose response is lost", () => {
  /** A database whose first write is made or not, and tells nothing; `after` happens then. `sent` counts the writes. */
  function losing({ commits, after }: { commits: boolean; after?: () => Promise<unknown> }) {
    const seen = { sent: 0 };
    const batch = async (statements: D1PreparedStatement[]) => {
      if (seen.sent++ > 0) return DB.batch(statements);
      if (commits) await DB.batch(statements);
      await after?.();
      throw new Error("D1_ERROR: Network connection lost.");
    };
    const db = { prepare: (sql: string) => DB.prepare(sql), batch } as unknown as D1Database; // all that is used
    return { seen, db };
  }

  test("is not sent again if the tables show the outcome", async () => {
    const taken = await storedLink(DB);
    const links = [newLink(), newLink({}, { shortId: taken.shortId })];
    for (const [given, kinds] of [
      [links, ["written", "short_id_taken"]],
      [[newLink({}, { shortId: taken.shortId })], ["short_id_taken"]],
      [[newLink()], ["written"]],
    ] as const) {
      const { seen, db } = losing({ commits: true });
      expect(await write(given, db)).toEqual(kinds);
      expect(seen.sent).toBe(1);
    }
  });

  test("is sent again if they do not", async () => {
    const taken = await storedLink(DB);
    const links = [newLink({}, { shortId: taken.shortId }), newLink()];
    const { seen, db } = losing({ commits: false });
    expect(await write(links, db)).toEqual(["short_id_taken", "written"]);
    expect(seen.sent).toBe(2);
  });

  test("was committed if one of its links exists; another link's vanished conflict stays unknown", async () => {
    const taken = newLink({}, { shortId: "zzzz9999" });
    await write([taken]);
    const links = [newLink(), newLink({}, { shortId: taken.shortId })];
    const rename = DB.prepare("UPDATE links SET short_id = 'zzzz9998' WHERE id = ?1").bind(taken.id);
    const { seen, db } = losing({ commits: true, after: () => rename.run() });
    await expect(write(links, db)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(seen.sent).toBe(1);
  });
});
