import { describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { expectError } from "../expectations.ts";
import { DOWN, get } from "../requests.ts";
import { deliver, hourOf, messageOf } from "../visits/visit-messages.ts";
import { DAY, HOUR, none, OCTOBER, type Query, recent, startVisitsService } from "./visits-service.ts";

const { service, full, main, poster, card, elsewhere, ask, visits } = await startVisitsService();

const ofLink = ({ id }: LinkResource, query: Query = {}) => visits(`/v1/links/${id}/visits`, query);

describe("design: a series", () => {
  test("by day counts unknown codes as clicks and includes zeros", async () => {
    expect(await ofLink(poster, { from: "2026-09-30", to: "2026-10-04" })).toEqual({
      from: "2026-09-30T00:00:00.000Z",
      to: "2026-10-05T00:00:00.000Z",
      interval: "day",
      timeZone: "UTC",
      updatedAt: expect.any(String),
      totals: { scans: 5, clicks: 5, robots: 7, previews: 11 },
      buckets: [
        { start: "2026-09-30T00:00:00.000Z", ...none },
        { start: "2026-10-01T00:00:00.000Z", ...none, scans: 5, clicks: 2 },
        { start: "2026-10-02T00:00:00.000Z", ...none, clicks: 3, robots: 7 },
        { start: "2026-10-03T00:00:00.000Z", ...none, previews: 11 },
        { start: "2026-10-04T00:00:00.000Z", ...none },
      ],
    });
  });

  test("by hour accepts times with an offset", async () => {
    const from = new Date(recent).toISOString();
    // Two hours later, written with the offset of an hour east of UTC.
    const to = new Date(recent + 3 * HOUR).toISOString().replace("Z", "+01:00");
    expect(await ofLink(card, { from, to, interval: "hour" })).toMatchObject({
      totals: { ...none, clicks: 5 },
      buckets: [
        { start: from, ...none, clicks: 2 },
        { start: new Date(recent + HOUR).toISOString(), ...none, clicks: 3 },
      ],
    });
    expect((await visits("/v1/visits", { from, to, interval: "hour" })).totals).toEqual({
      ...none,
      scans: 19,
      clicks: 5,
    });
  });

  test("by week, from Monday, and by month counts only visits in the range", async () => {
    const query = { from: "2026-10-02", to: "2026-10-05" };
    expect((await ofLink(poster, { ...query, interval: "week" })).buckets).toEqual([
      { start: "2026-09-28T00:00:00.000Z", ...none, clicks: 3, robots: 7, previews: 11 },
      { start: "2026-10-05T00:00:00.000Z", ...none },
    ]);
    expect((await ofLink(poster, { ...query, from: "2026-09-30", interval: "month" })).buckets).toEqual([
      { start: "2026-09-01T00:00:00.000Z", ...none },
      { start: "2026-10-01T00:00:00.000Z", scans: 5, clicks: 5, robots: 7, previews: 11 },
    ]);
  });

  test("covers the last 30 days by day by default", async () => {
    const today = Math.floor(Date.now() / DAY) * DAY;
    const { from, to, interval, buckets } = await visits("/v1/visits");
    expect([from, to, interval]).toEqual([
      new Date(today - 29 * DAY).toISOString(),
      new Date(today + DAY).toISOString(),
      "day",
    ]);
    expect(buckets).toHaveLength(30);
    expect((await visits("/v1/visits", { to: "2026-10-30" })).from).toBe("2026-10-01T00:00:00.000Z");
  });

  test("extends times to whole hours or days and returns them", async () => {
    const query = { from: "2026-10-01T23:59:59Z", to: "2026-10-02T00:00:01Z" };
    expect(await ofLink(poster, query)).toMatchObject({
      from: "2026-10-01T00:00:00.000Z",
      to: "2026-10-03T00:00:00.000Z",
    });
    const from = new Date(recent + HOUR - 1).toISOString();
    const to = new Date(recent + HOUR + 1).toISOString();
    expect(await ofLink(card, { from, to, interval: "hour" })).toMatchObject({
      from: new Date(recent).toISOString(),
      to: new Date(recent + 2 * HOUR).toISOString(),
    });
  });

  test("covers a project or all projects of the key", async () => {
    expect((await visits("/v1/visits", { ...OCTOBER, projectId: "main" })).totals).toEqual({
      scans: 5,
      clicks: 18,
      robots: 7,
      previews: 11,
    });
    expect((await visits("/v1/visits", OCTOBER)).totals).toMatchObject({ scans: 22, clicks: 18 });
    expect((await visits("/v1/visits", OCTOBER, main)).totals).toMatchObject({ scans: 5, clicks: 18 });
    expect((await visits("/v1/visits", { ...OCTOBER, projectId: "empty" })).totals).toEqual(none);
  });
});

describe("design: access to visits", () => {
  test("a link of another organization is not found, an inaccessible link is denied", async () => {
    const other = await service.issueKey({ organization: "other" });
    expectError(await ask(`/v1/links/${poster.id}/visits`, {}, other), 404, "not_found");
    expectError(await ask("/v1/links/lnk_none/visits"), 404, "not_found");
    expectError(await ask(`/v1/links/${elsewhere.id}/visits`, {}, main), 403, "project_access_denied");
    expect((await visits("/v1/visits", OCTOBER, other)).totals).toEqual(none);
    for (const by of ["qrCode", "country", "device", "link", "retailer"]) {
      expect((await visits("/v1/visits", { ...OCTOBER, by }, other)).rows).toEqual([]);
      expect((await visits("/v1/visits", { ...OCTOBER, by, projectId: "main" }, other)).rows).toEqual([]);
    }
  });

  test("inaccessible, foreign and missing projects get the same error", async () => {
    const texts = new Set<string>();
    for (const [projectId, key] of [
      ["shop", main],
      ["nowhere", full],
      ["nowhere", main],
    ] as const) {
      const answer = await ask("/v1/visits", { projectId }, key);
      texts.add(expectError(answer, 403, "project_access_denied").message);
    }
    expect(texts.size).toBe(1);
  });

  test("a key requires links:read", async () => {
    const blind = await service.issueKey({ scopes: ["links:write"] });
    for (const path of ["/v1/visits", `/v1/links/${poster.id}/visits`]) {
      const { message } = expectError(await ask(path, {}, blind), 403, "insufficient_scope");
      expect(message).toContain("links:read");
      expectError(await get(service, path), 401, "unauthorized");
    }
  });
});

describe("design: invalid parameters return 400 with the field", () => {
  const days = (number: number) => new Date(Date.now() - number * DAY).toISOString();
  test.each<[Query | string, string[]]>([
    [{ from: "2026-10-02", to: "2026-10-01" }, ["to"]],
    [{ from: "2026-10-02T05:00:00Z", to: "2026-10-02T05:00:00Z" }, ["to"]],
    [{ from: days(1), to: days(1.001), interval: "hour" }, ["to"]],
    [{ from: days(-2) }, ["from"]],
    [{ from: "2025-01-01", to: "2026-02-05" }, ["to"]],
    [{ from: "2010-01-01", to: "2026-02-05", interval: "week" }, ["to"]],
    [{ from: days(40), to: days(1), interval: "hour" }, ["to"]],
    [{ from: days(91), to: days(89), interval: "hour" }, ["from"]],
    [{ from: "yesterday" }, ["from"]],
    [{ from: "" }, ["from"]],
    [{ to: "2026-02-30" }, ["to"]],
    [{ to: "2026-13-01" }, ["to"]],
    [{ to: "1999-12-31" }, ["to"]],
    [{ to: "2026-10-02T25:00:00Z" }, ["to"]],
    [{ to: "2026-10-02 05:00" }, ["to"]],
    [{ from: "1790000000" }, ["from"]],
    [{ interval: "year" }, ["interval"]],
    [{ interval: "Day" }, ["interval"]],
    [{ by: "city" }, ["by"]],
    [{ by: "" }, ["by"]],
    [{ by: "country", interval: "hour" }, ["interval"]],
    [{ page: "2" }, ["page"]],
    ["by=country&by=device", ["by"]],
    ["from=2026-10-01&from=2026-10-02", ["from"]],
    ["to=2026-10-01&to=2026-10-01", ["to"]],
    ["interval=day&interval=day", ["interval"]],
    [{ by: "x", interval: "y", from: "z", to: "0" }, ["by", "from", "interval", "to"]],
  ])("%j: %j", async (query, fields) => {
    for (const path of ["/v1/visits", `/v1/links/${poster.id}/visits`]) {
      const answer = await get(service, `${path}?${new URLSearchParams(query)}`, full);
      const { details } = expectError(answer, 400, "validation_failed");
      expect(details?.map(({ field }) => field).toSorted()).toEqual(fields);
    }
  });

  test("projectId has 1 to 128 characters, is not repeated, and is only for projects", async () => {
    const fields = async (path: string) =>
      expectError(await get(service, path, full), 400, "validation_failed").details?.map(
        ({ field }) => field,
      );
    expect(await fields(`/v1/links/${poster.id}/visits?projectId=main`)).toEqual(["projectId"]);
    expect(await fields("/v1/visits?projectId=main&projectId=shop")).toEqual(["projectId"]);
    expect(await fields("/v1/visits?projectId=")).toEqual(["projectId"]);
    expect(await fields(`/v1/visits?projectId=${"x".repeat(129)}`)).toEqual(["projectId"]);
  });

  test("the longest ranges work", async () => {
    expect((await visits("/v1/visits", { from: "2025-01-01", to: "2026-02-04" })).buckets).toHaveLength(400);
    const hours = { from: days(89.9), to: days(59.9), interval: "hour" };
    expect((await visits("/v1/visits", hours)).buckets).toHaveLength(721);
  });
});

test("design: 503 while D1 is down", async () => {
  for (const path of ["/v1/visits", `/v1/links/${poster.id}/visits`]) {
    // The isolate caches the key for a while.
    expect((await ask(path)).status).toBe(200);
    const answer = await get(service, path, { ...full, headers: { [DOWN]: "DB" } });
    expectError(answer, 503, "service_unavailable");
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
  }
});

test("design: updatedAt is the time of the newest counted visits", async () => {
  const time = Date.now();
  const message = messageOf([{ linkId: card.id, hour: hourOf(time) }]);
  await deliver(service.env.DB, [{ ...message, since: time }]);
  expect((await ofLink(card)).updatedAt).toBe(new Date(time).toISOString());
});
