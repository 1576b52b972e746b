import { describe, expect, test } from "vitest";
import { listActivity } from "../../src/features/access/list-activity.ts";
import { restoreLink } from "../../src/features/links/restore-link.ts";
import type { FieldChange } from "../../src/features/writes/activity.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { DB } = service.env;
const { organization } = service;
const { key } = await service.issueKey();
const owner = {
  type: "member",
  id: "mem_1",
  organizationId: organization,
  role: "owner",
  projects: "all",
} as const;
const origins = { shortLink: service.url.origin, api: service.url.origin, problem: null };

const long = (letter: string, length = 5_000) => ({ note: letter.repeat(length) });
const create = async (fields: object = {}) =>
  expectLink(await post(service, "/v1/links", linkBody(undefined, fields), { key })).id;
async function patch(id: string, body: object): Promise<void> {
  expect((await send(service, "PATCH", `/v1/links/${id}`, body, { key })).status).toBe(200);
}
const changesOf = async (id: string): Promise<FieldChange[][]> =>
  (await get(service, `/v1/links/${id}/history?limit=100`, { key })).json.data.map(
    ({ changes }: Json) => changes,
  );
async function restore(linkId: string, version: number): Promise<void> {
  const dependencies = { ...dependenciesOf(service.env), origins };
  const { revision = 0 } = (await dependencies.links.find(linkId)) ?? {};
  const idempotency = {
    scope: crypto.randomUUID().padEnd(64, "s"),
    fingerprint: "f".repeat(64),
    organizationId: organization,
    receipt: () => "",
  };
  await restoreLink(owner, { linkId, version, revision, idempotency }, dependencies);
}
const metadataOf = async (id: string) =>
  (await get(service, `/v1/links/${id}/definition`, { key })).json.data.metadata;
const numberOf = (sql: string, id: string) => DB.prepare(sql).bind(id).first<number>("n");
const kept = (id: string) => numberOf("SELECT count(*) AS n FROM activity_values WHERE link_id = ?1", id);
const counted = () =>
  numberOf("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1", organization);

describe("the history keeps a long value once", () => {
  test("a value that is removed and set again is stored once, and every entry shows it", async () => {
    const id = await create({ metadata: long("a") });
    await patch(id, { metadata: long("b") });
    const before = (await counted()) ?? 0;
    await patch(id, { metadata: long("a"), name: "Again" });
    await patch(id, { metadata: long("b") });
    // Of both changes, only what is not kept yet: their records.
    expect(((await counted()) ?? 0) - before).toBeLessThan(2_000);
    expect(await kept(id)).toBe(2);
    expect(await changesOf(id)).toEqual([
      [{ field: "metadata", from: long("a"), to: long("b") }],
      [
        { field: "name", from: linkBody().name, to: "Again" },
        { field: "metadata", from: long("b"), to: long("a") },
      ],
      [{ field: "metadata", from: long("a"), to: long("b") }],
      [],
    ]);
    const lengths = "SELECT max(octet_length(changes)) AS n FROM activity WHERE link_id = ?1";
    expect(await numberOf(lengths, id)).toBeLessThan(1_000);
  });

  test("its bytes count towards the organization's quota", async () => {
    const id = await create();
    await patch(id, { name: "Renamed" });
    const before = (await counted()) ?? 0;
    await patch(id, { metadata: long("c", 10_000) });
    // Once in the link, once in its history.
    const more = ((await counted()) ?? 0) - before;
    expect(more).toBeGreaterThan(20_000);
    expect(more).toBeLessThan(21_000);
  });

  test("long metadata of a code is stored once too", async () => {
    const id = await create();
    const code = `/v1/links/${id}/qr-codes/default`;
    for (const letter of ["a", "b", "a"])
      await send(service, "PATCH", code, { metadata: long(letter) }, { key });
    expect(await kept(id)).toBe(2);
    const field = "qrCodes.default.metadata";
    expect((await changesOf(id)).slice(0, 3)).toEqual([
      [{ field, from: long("b"), to: long("a") }],
      [{ field, from: long("a"), to: long("b") }],
      [{ field, to: long("a") }],
    ]);
  });
});

test("the organization's activity shows long values of several links, but omits values too large for a list", async () => {
  const [one, other, large] = [await create(), await create(), await create()];
  await patch(one, { metadata: long("a") });
  await patch(other, { metadata: long("b") });
  const tags = Array.from({ length: 100 }, (_, index) => `${index}-${"😀".repeat(76)}`);
  await patch(large, { tracking: { tags } });
  const { entries } = await listActivity(owner, { limit: 3 }, dependenciesOf(service.env));
  expect(entries.map(({ linkId, changes }) => [linkId, changes])).toEqual([
    [large, null],
    [other, [{ field: "metadata", to: long("b") }]],
    [one, [{ field: "metadata", to: long("a") }]],
  ]);
});

describe("an earlier version is restored whole", () => {
  test("from entries with and without long values", async () => {
    const id = await create();
    await patch(id, { metadata: long("a") });
    await patch(id, { metadata: long("b") });
    await patch(id, { metadata: null });
    await restore(id, 3);
    expect(await metadataOf(id)).toEqual(long("b"));
    await restore(id, 1);
    expect(await metadataOf(id)).toBeUndefined();
  });
});
