import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { expectError, expectExtendedLink, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import {
  down,
  ENDED_URL,
  FUTURE,
  HOUR,
  inMs,
  later,
  leadsTo,
  PAST,
  PRESENT,
  useSchedules,
} from "./schedules.ts";

/** Beyond the specification: a link has a schedule. */

const { service, key, created, refusedCreate, patch, read, definition, visit } = await useSchedules();

describe("a link with a schedule", () => {
  test("accepts times with any offset, returns them in UTC, and has a state", async () => {
    const link = await created({
      activeFrom: "2026-01-31T23:30:00+01:00",
      activeUntil: "2999-12-31T23:59:59.5-05:00",
      endedUrl: ENDED_URL,
    });
    const schedule = {
      activeFrom: "2026-01-31T22:30:00.000Z",
      activeUntil: "3000-01-01T04:59:59.500Z",
      endedUrl: ENDED_URL,
    };
    expect(link).toMatchObject({ state: "running", schedule });
    expect(await read(link.id)).toMatchObject({ state: "running", schedule });
    expect((await definition(link.id)).schedule).toEqual(schedule);
  });

  test.each([
    [PAST, "ended"],
    [FUTURE, "scheduled"],
    [PRESENT, "running"],
    [{ activeUntil: inMs(-1) }, "ended"],
    [{ activeFrom: inMs(HOUR) }, "scheduled"],
    [{ endedUrl: ENDED_URL }, "running"],
  ])("%j is %s", async (schedule, state) => {
    const link = await created(schedule);
    expect((await read(link.id)).state).toBe(state);
    await patch(link.id, { status: "inactive" });
    expect(await read(link.id)).toMatchObject({ state: "off", schedule });
  });

  test("a link without times is running and has no schedule", async () => {
    for (const schedule of [undefined, {}]) {
      const link = expectExtendedLink(
        await post(service, "/v1/links?include=all", linkBody("custom custom_url", { schedule }), { key }),
      );
      expect([link.state, link.schedule]).toEqual(["running", undefined]);
    }
  });

  const NO_TIME = "must be a time with its offset";
  test.each([
    [{ activeFrom: "2026-12-01T09:00:00" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-12-01" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-12-01T09:00Z" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-02-30T09:00:00Z" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-12-01T09:00:00+25:00" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "0000-01-01T00:00:00+09:00" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: 1_796_000_000 }, "schedule.activeFrom", "must be a string"],
    [{ activeUntil: "tomorrow" }, "schedule.activeUntil", NO_TIME],
    [{ activeUntil: null }, "schedule.activeUntil", "must be a string"],
    [{ ...PRESENT, activeUntil: PRESENT.activeFrom }, "schedule.activeUntil", "must be after activeFrom"],
    [
      { activeFrom: "2026-12-01T09:00:00+01:00", activeUntil: "2026-12-01T08:30:00+01:00" },
      "schedule.activeUntil",
      "must be after activeFrom",
    ],
    [{ endedUrl: "ftp://brand.example/" }, "schedule.endedUrl", "must be an absolute http or https URL"],
    [{ begins: "2026-12-01T09:00:00Z" }, "schedule.begins", "is not a known property"],
    ["2026-12-01T09:00:00Z", "schedule", "must be an object"],
  ])("%j returns 400 for %s", async (schedule, field, message) => {
    const { details = [] } = expectError(await refusedCreate(schedule), 400, "validation_failed");
    expect(details.map((detail) => detail.field)).toEqual([field]);
    expect(details[0]?.message).toContain(message);
  });

  test("endedUrl is validated like every destination", async () => {
    for (const endedUrl of [`${service.url.origin}/abcd2345`, "https://me:secret@brand.example/"]) {
      const { details = [] } = expectError(
        await refusedCreate({ ...PAST, endedUrl }),
        422,
        "url_not_allowed",
      );
      expect(details.map(({ field }) => field)).toEqual(["schedule.endedUrl"]);
    }
  });

  test("PATCH merges times, null removes them, and history names the fields", async () => {
    const link = await created({ ...PAST, endedUrl: ENDED_URL });
    const answer = await patch(link.id, { schedule: { activeUntil: inMs(HOUR), endedUrl: null } });
    expect(answer.json.data.state).toBe("running");
    expect((await definition(link.id)).schedule).toEqual({
      activeFrom: PAST.activeFrom,
      activeUntil: expect.any(String),
    });
    const reversed = await patch(link.id, { schedule: { activeUntil: inMs(-3 * HOUR) } });
    expect(expectError(reversed, 400, "validation_failed").details).toEqual([
      { field: "schedule.activeUntil", message: "must be after activeFrom" },
    ]);
    const { data } = (await get(service, `/v1/links/${link.id}/history`, { key })).json;
    expect(data[0].changes.map(({ field }: Json) => field)).toEqual([
      "schedule.activeUntil",
      "schedule.endedUrl",
    ]);
    await patch(link.id, { schedule: null });
    expect((await definition(link.id)).schedule).toBeUndefined();
    expect(leadsTo(await visit(`/${link.shortId}`, later(70_000)))[0]).toBe(302);
  });

  test("the same time with another offset is no change", async () => {
    const link = await created({ activeUntil: "2999-12-31T23:00:00Z" });
    const before = await read(link.id);
    const { json } = await patch(link.id, { schedule: { activeUntil: "3000-01-01T00:00:00+01:00" } });
    expect(json.data.updatedAt).toBe(before.updatedAt);
  });

  test("bulk rows accept a schedule; preview and destination warn of its end", async () => {
    const rows = [linkBody("custom custom_url", { schedule: FUTURE }), choiceBody({ schedule: PAST })];
    const { json } = await post(service, "/v1/links/bulk?include=state", { links: rows }, { key });
    expect(json.data.map(({ body }: Json) => body.data.state)).toEqual(["scheduled", "ended"]);
    for (const [schedule, code] of [
      [PAST, "link_ended"],
      [FUTURE, "link_scheduled"],
    ] as const) {
      const body = linkBody("custom custom_url", { schedule });
      const preview = await post(service, "/v1/links/preview", body, { key });
      expect(preview.json.data.warnings.map((warning: Json) => warning.code)).toEqual([code]);
      const { id } = await created(schedule);
      const stored = (await get(service, `/v1/links/${id}/destination`, { key })).json.data;
      expect(stored.warnings.map((warning: Json) => warning.code)).toEqual([code]);
      expect(stored).toMatchObject({ destination: "https://example.com/welcome", schedule });
    }
    expect(json.data[0].body.data.id).toMatch(/^lnk_/);
  });
});

test.each([
  ["https://b\u00fccher.example/s\u00fcd?q=\u6f22", "https://xn--bcher-kva.example/s%C3%BCd?q=%E6%BC%A2"],
  ["HTTPS://Brand.example:443/a b".replace(" ", "%20"), "https://brand.example/a%20b"],
])("endedUrl %s is encoded like customUrl, from KV, D1 and for lists", async (endedUrl, encoded) => {
  const custom = await created({}, { customUrl: endedUrl });
  expect(leadsTo(await visit(`/${custom.shortId}`))).toEqual([302, encoded]);
  const ended = await created({ ...PAST, endedUrl });
  expect(await definition(ended.id)).toMatchObject({ schedule: { endedUrl } });
  const list = expectLink(
    await post(
      service,
      "/v1/links",
      linkBody("delivery_app shopping_list", { schedule: { ...PAST, endedUrl } }),
      { key },
    ),
  );
  for (const path of [`/${ended.shortId}`, `/lists/${list.shortId}`])
    expect([path, ...leadsTo(await visit(path))]).toEqual([path, 302, encoded]);
  await expect.poll(() => service.env.LINKS.get(redirectKey(ended.shortId))).not.toBeNull();
  const second = await created({ ...PAST, endedUrl });
  await expect.poll(() => service.env.LINKS.get(redirectKey(second.shortId))).not.toBeNull();
  await service.env.LINKS.delete(redirectKey(second.shortId));
  expect(leadsTo(await visit(`/${second.shortId}`))).toEqual([302, encoded]);
});

describe("stored schedules", () => {
  test("the KV copy has the times, and no schedule without times", async () => {
    const { shortId } = await created({ ...PAST, endedUrl: ENDED_URL });
    const copyOf = async (id: string) => JSON.parse((await service.env.LINKS.get(redirectKey(id))) ?? "{}");
    await expect
      .poll(async () => (await copyOf(shortId)).schedule)
      .toEqual({
        from: Date.parse(PAST.activeFrom),
        until: Date.parse(PAST.activeUntil),
        endedUrl: ENDED_URL,
      });
    const plain = await created({ endedUrl: ENDED_URL });
    await expect.poll(() => copyOf(plain.shortId)).toMatchObject({ linkId: plain.id });
    expect(await copyOf(plain.shortId)).not.toHaveProperty("schedule");
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "2026"],
    ["empty", {}],
    ["a time as a string", { until: "2026-12-01T08:00:00Z" }],
    ["without a usable end", { until: null, from: 1 }],
    ["an endedUrl that is not a string", { until: 1, endedUrl: 7 }],
  ])("a copy with a damaged schedule (%s) is ignored, and D1 is queried", async (_, schedule) => {
    const { shortId } = await created({ ...PAST, endedUrl: ENDED_URL });
    await expect.poll(() => service.env.LINKS.get(redirectKey(shortId))).toContain('"schedule":{');
    const copy = JSON.parse((await service.env.LINKS.get(redirectKey(shortId))) ?? "{}");
    await service.env.LINKS.put(redirectKey(shortId), JSON.stringify({ ...copy, schedule }));
    expect(leadsTo(await visit(`/${shortId}`))).toEqual([302, ENDED_URL]);
    // With D1 down too, the destination is unknown.
    const other = await created(PRESENT);
    await expect.poll(() => service.env.LINKS.get(redirectKey(other.shortId))).toContain('"schedule":{');
    await service.env.LINKS.put(redirectKey(other.shortId), JSON.stringify({ ...copy, schedule }));
    expect((await visit(`/${other.shortId}`, down("DB"))).status).toBe(503);
  });
});
