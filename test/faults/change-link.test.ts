import { describe, expect, test } from "vitest";
import { changeLink } from "../../src/features/links/change-link.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { type Fault, faultHeader, faulty } from "./faults.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await service.issueKey();

const create = async (): Promise<LinkResource> =>
  expectLink(await post(service, "/v1/links", linkBody(), { key }));
const patch = (id: string, body: object, fault?: Fault, idempotencyKey?: string): Promise<Answer> =>
  send(service, "PATCH", `/v1/links/${id}`, body, {
    key,
    headers: fault ? faultHeader({ DB: fault }) : {},
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const history = async (id: string): Promise<Json[]> =>
  (await get(service, `/v1/links/${id}/history`, { key })).json.data;
const row = (id: string): Promise<Json> =>
  service.env.DB.prepare("SELECT * FROM links WHERE id = ?1").bind(id).first();
const location = async (shortId: string) => (await get(service, `/${shortId}`)).headers.get("Location");

describe("design: two concurrent patches lose nothing", () => {
  test("each is applied to the other's result", async () => {
    const link = await create();
    const fields = ["name", "publicName", "fallbackUrl"] as const;
    const answers = await Promise.all(
      fields.map((field) => patch(link.id, { [field]: `https://example.com/${field}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { json } = await get(service, `/v1/links/${link.id}/definition`, { key });
    for (const field of fields) expect(json.data[field]).toBe(`https://example.com/${field}`);
    expect((await history(link.id)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect((await row(link.id)).revision).toBe(4);
  });

  test("of equal patches with one Idempotency-Key, one writes and the others are replays", async () => {
    const link = await create();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => patch(link.id, { name: "Once" }, undefined, "patch-at-once")),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers.has("Idempotent-Replayed"));
    // A repeat before the first commit may also find nothing left to change.
    expect(replays.length).toBeLessThanOrEqual(3);
    expect(await history(link.id)).toHaveLength(2);
  });

  test("with a concurrent job that switches the destination, neither change is lost", async () => {
    const link = await create();
    const dependencies = dependenciesOf(service.env);
    const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
    let switched = false;
    // The job commits between the patch's read and its write.
    const links: typeof dependencies.links = {
      ...dependencies.links,
      async findWithDefaultQrCode(id) {
        const found = await dependencies.links.findWithDefaultQrCode(id);
        if (!switched) {
          switched = true;
          await service.env.DB.prepare(
            "UPDATE links SET destination = 'https://example.com/job', version = version + 1 WHERE id = ?1",
          )
            .bind(id)
            .run();
        }
        return found;
      },
    };
    const input = { linkId: link.id, patch: { name: "Patched" }, expected: [1], idempotency: null };
    await changeLink(OPERATOR, input, { ...dependencies, links, origins });
    expect(await row(link.id)).toMatchObject({
      name: "Patched",
      destination: "https://example.com/job",
      version: 3,
      revision: 2,
    });
  });
});

describe("design: a write whose response was lost is settled", () => {
  test.each<[Fault, string | undefined]>([
    ["loses first answer", undefined],
    ["loses first answer", "lost-answer"],
    ["commits late", undefined],
    ["commits late", "late-commit"],
  ])("%s, Idempotency-Key %s: changed once", async (fault, idempotencyKey) => {
    const link = await create();
    const answer = await patch(link.id, { name: "Settled" }, fault, idempotencyKey);
    expect([answer.status, answer.json?.data?.name], answer.text).toEqual([200, "Settled"]);
    expect((await history(link.id)).map(({ version }) => version)).toEqual([2, 1]);
    expect(await row(link.id)).toMatchObject({ name: "Settled", version: 2, revision: 2 });
  });

  test("with D1 down, nothing changes and the caller gets a 503 with Retry-After", async () => {
    const link = await create();
    const answer = await patch(link.id, { name: "Down" }, "throws");
    expect(expectError(answer, 503, "service_unavailable").code).toBe("service_unavailable");
    expect(await row(link.id)).toMatchObject({ name: link.name, version: 1 });
  });
});

test("design: the cron repairs a crash between commit and publication", async () => {
  const link = await create();
  await expect.poll(() => service.env.LINKS.get(`link:${link.shortId}`)).not.toBeNull();
  const dependencies = dependenciesOf({ ...service.env, LINKS: faulty(service.env.LINKS, "throws") });
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const input = {
    linkId: link.id,
    patch: { customUrl: "https://example.com/fixed" },
    expected: null,
    idempotency: null,
  };
  await changeLink(OPERATOR, input, { ...dependencies, origins });
  const { updated_at: at } = await row(link.id);
  await service.scheduled("* * * * *", new Date(Date.parse(at) + 60_000));
  expect(await location(link.shortId)).toBe("https://example.com/fixed");
});
