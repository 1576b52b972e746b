import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { linkBody } from "../bodies.ts";
import { get } from "../requests.ts";
import { expectRows, madeLink, outcomesOf, sendRows } from "../spec/bulk.ts";
import { useService } from "../use-service.ts";
import { type Fault, faultHeader } from "./faults.ts";

const ROWS = 10;

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await service.issueKey();
// Key and project are now cached, so that the first call to fail is one under test.
madeLink(expectRows(await sendRows(service, [linkBody()], { key }))[0]);

let used = 0;
const fresh = () => {
  const name = `faulty ${++used}`;
  return {
    name,
    idempotencyKey: `faulty-bulk-${used}`,
    bodies: Array.from({ length: ROWS }, () => linkBody("custom custom_url", { name })),
  };
};
const send = (bodies: unknown[], faults: Record<string, Fault>, idempotencyKey?: string) =>
  sendRows(service, bodies, {
    key,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    headers: faultHeader(faults),
  });
const stored = async (name: string) =>
  (
    await service.env.DB.prepare("SELECT id FROM links WHERE name = ?1").bind(name).all<{ id: string }>()
  ).results
    .map(({ id }) => id)
    .sort();
const codes = (name: string) =>
  service.env.DB.prepare(
    `SELECT count(*) AS n FROM qr_codes JOIN links ON links.id = link_id WHERE links.name = ?1`,
  )
    .bind(name)
    .first<number>("n");

describe("design: a bulk whose response was lost is settled", () => {
  const lost = (["loses first answer", "commits late"] as const).flatMap((fault) => [
    { fault, withKey: false },
    { fault, withKey: true },
  ]);
  test.each(lost)(
    "if D1 commits the rows but $fault, Idempotency-Key $withKey, they are written once",
    async ({ fault, withKey }) => {
      const { name, idempotencyKey, bodies } = fresh();
      const links = expectRows(await send(bodies, { DB: fault }, withKey ? idempotencyKey : undefined)).map(
        madeLink,
      );
      expect(await stored(name)).toEqual(links.map(({ id }) => id).sort());
      expect(await codes(name)).toBe(ROWS);
      for (const { shortId } of links) expect((await get(service, `/${shortId}`)).status).toBe(302);
    },
  );

  test("if D1 commits the rows and then is down, they get 503, and a repeat gets the same links", async () => {
    const { name, idempotencyKey, bodies } = fresh();
    const rows = expectRows(await send([...bodies, {}], { DB: "gone after a write" }, idempotencyKey));
    expect(new Set(outcomesOf(rows))).toEqual(new Set(["503 service_unavailable", "400 validation_failed"]));
    const kept = await stored(name);
    expect(kept).toHaveLength(ROWS);
    const again = await send([...bodies, {}], {}, idempotencyKey);
    const made = expectRows(again).slice(0, ROWS).map(madeLink);
    expect(await stored(name)).toEqual(made.map(({ id }) => id).sort());
    expect(made.map(({ id }) => id).sort()).toEqual(kept);
  });

  test.each(["throws", "hangs"] as const)("if D1 %s, rows get 503 and nothing is written", async (fault) => {
    const { name, idempotencyKey, bodies } = fresh();
    const rows = expectRows(await send([...bodies, null], { DB: fault }, idempotencyKey));
    expect(outcomesOf(rows)).toEqual([
      ...bodies.map(() => "503 service_unavailable"),
      "400 validation_failed",
    ]);
    expect(await stored(name)).toEqual([]);
    expect(
      expectRows(await send([...bodies, null], {}, idempotencyKey))
        .slice(0, ROWS)
        .map(madeLink),
    ).toHaveLength(ROWS);
  });

  test("if D1 is down for the repeat, KV replays the created rows", async () => {
    const { name, idempotencyKey, bodies } = fresh();
    const rows = [...bodies, { name }];
    const first = await send(rows, {}, idempotencyKey);
    const { scope } = await idempotencyRequest(
      service.organization,
      "POST",
      "/v1/links/bulk",
      idempotencyKey,
      {
        links: rows,
      },
    );
    await expect.poll(() => service.env.IDEMPOTENCY.get(scope)).not.toBeNull();
    const again = await send(rows, { DB: "throws" }, idempotencyKey);
    const normalized = (text: string) => text.replace(/"correlationId":"[^"]*"/g, "");
    expect(normalized(again.text)).toBe(normalized(first.text));
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });
});

describe.each(["throws", "hangs"] as const)(
  "design: when something else %s, the links are created",
  (fault) => {
    test.each(["IDEMPOTENCY", "VISITS", "QR_IMAGES"])("%s", async (binding) => {
      const { name, idempotencyKey, bodies } = fresh();
      const links = expectRows(await send(bodies, { [binding]: fault }, idempotencyKey)).map(madeLink);
      const again = expectRows(await send(bodies, { [binding]: fault }, idempotencyKey)).map(madeLink);
      expect(again).toEqual(links);
      expect(await stored(name)).toHaveLength(ROWS);
    });
  },
);

test("if KV rejects copies, the links redirect, and the job publishes them", async () => {
  const { bodies } = fresh();
  const links = expectRows(await send(bodies, { LINKS: "throws" })).map(madeLink);
  const shortIds = links.map(({ shortId }) => shortId);
  const recorded = async () => {
    const { results } = await service.env.DB.prepare(
      "SELECT short_id FROM link_changes WHERE short_id IN (SELECT value FROM json_each(?1))",
    )
      .bind(JSON.stringify(shortIds))
      .all();
    return results.length;
  };
  await expect.poll(recorded).toBe(ROWS);
  await service.scheduled("* * * * *", new Date(Date.now() + 120_000));
  for (const shortId of shortIds) expect(await service.env.LINKS.get(redirectKey(shortId))).not.toBeNull();
  expect(await recorded()).toBe(0);
});
