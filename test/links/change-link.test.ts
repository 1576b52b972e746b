import { describe, expect, test } from "vitest";
import type { Dependencies } from "../../src/dependencies.ts";
import type { Actor } from "../../src/features/access/actor.ts";
import { idempotencyRequest } from "../../src/features/idempotency/claim.ts";
import { type ChangedLink, type ChangeLinkInput, changeLink } from "../../src/features/links/change-link.ts";
import { createLink } from "../../src/features/links/create-link.ts";
import { bytesDemand, quotaUses, RESERVED_BYTES } from "../../src/features/quotas/quota-check.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import type { Origins } from "../../src/ground/core/origins.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf, programWith } from "../actors.ts";
import { choiceBody, linkBody, OFFERS } from "../bodies.ts";
import { setQuotas } from "../quotas/quotas.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const owner = memberOf("owner");
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const AT = new Date("2026-11-21T12:00:00.000Z");
const rejected = (code: string) => expect.objectContaining({ code });

/** The verb with what it stands on, and the work after its answer done. */
async function withWork<T>(
  call: (dependencies: Dependencies & { origins: Origins }) => Promise<T>,
): Promise<T> {
  const { waitUntil, settled } = gatherWork();
  try {
    return await call({ ...openDependencies(service.env, waitUntil, () => AT), origins });
  } finally {
    await settled();
  }
}

const change = (
  linkId: string,
  patch: ChangeLinkInput["patch"],
  { actor = owner, expected = null, idempotency = null }: Partial<ChangeLinkInput> & { actor?: Actor } = {},
) => withWork((used) => changeLink(actor, { linkId, patch, expected, idempotency }, used));

/** The link after a change that was made. */
async function changed(...input: Parameters<typeof change>) {
  const result = await change(...input);
  if (result.kind !== "made") throw new Error(result.kind);
  return result.value.link;
}

const created = (body: object = linkBody()) =>
  withWork(async (used) => {
    const made = await createLink(owner, { definition: parseDefinition(body), idempotency: null }, used);
    if (made.kind !== "made") throw new Error(made.kind);
    return made.value.link;
  });
const activities = (linkId: string) =>
  service.env.DB.prepare("SELECT count(*) AS n FROM activity WHERE link_id = ?1").bind(linkId).first("n");

describe("a change of a link", () => {
  test("keeps other fields, raises the version, is recorded and published", async () => {
    const before = await created(linkBody(undefined, { publicName: "Soups" }));
    const after = await changed(before.id, { customUrl: "https://example.com/new" });
    expect(after).toMatchObject({
      id: before.id,
      organizationId: "acme",
      shortId: before.shortId,
      publicName: "Soups",
      destination: "https://example.com/new",
      createdAt: before.createdAt,
      updatedAt: AT.toISOString(),
      version: 2,
      revision: 2,
    });
    expect(await withWork((used) => used.links.find(before.id))).toEqual(after);
    expect(await activities(before.id)).toBe(2);
    const copy = await service.env.LINKS.get(`link:${before.shortId}`);
    expect(copy === null ? null : JSON.parse(copy)).toMatchObject({
      destination: "https://example.com/new",
      version: 2,
    });
  });

  test("that changes nothing writes nothing", async () => {
    const before = await created();
    expect(await changed(before.id, { name: before.name, status: "active" })).toEqual(before);
    expect(await activities(before.id)).toBe(1);
  });

  test("is rejected if the link has a different revision than expected", async () => {
    const { id } = await created();
    await expect(change(id, { name: "A" }, { expected: [2, 3] })).rejects.toThrow(
      rejected("precondition_failed"),
    );
    await expect(change(id, { name: "A" }, { expected: [] })).rejects.toThrow(
      rejected("precondition_failed"),
    );
    expect((await changed(id, { name: "A" }, { expected: [7, 1] })).name).toBe("A");
  });

  test("needs its scope, and those of the retailer before and after", async () => {
    const { id } = await created();
    const without = (scope: string) => programWith(SCOPES.filter((each) => each !== scope));
    const toTarget = {
      retailer: "bigbox_t",
      intent: "product_detail",
      products: [{ retailerProductId: "1" }],
      customUrl: null,
    };
    for (const scope of ["links:write", "retailers:custom", "retailers:bigbox_t"])
      await expect(change(id, toTarget, { actor: without(scope) })).rejects.toThrow(
        rejected("insufficient_scope"),
      );
    await expect(change(id, toTarget, { actor: memberOf("owner", "globex") })).rejects.toThrow(
      rejected("not_found"),
    );
    expect((await changed(id, toTarget, { actor: programWith() })).retailer).toBe("bigbox_t");
  });

  test("can't point to the service itself", async () => {
    const { id } = await created();
    await expect(change(id, { customUrl: `${origins.shortLink}/abcd2345` })).rejects.toThrow(
      rejected("url_not_allowed"),
    );
  });

  test("is made up to the end of the storage reserve, and not beyond", async () => {
    const { DB } = service.env;
    const bytes = async () => (await quotaUses(DB, "acme", [bytesDemand("acme", 0)]))[0]?.used ?? 0;
    const { id } = await created(linkBody(undefined, { name: "A" }));
    const before = await bytes();
    await changed(id, { name: "B" });
    const after = await bytes();
    await setQuotas(DB, "acme", { storedBytes: after + (after - before) - RESERVED_BYTES });
    expect((await changed(id, { name: "C" })).name).toBe("C");
    await expect(change(id, { name: "D" })).rejects.toThrow(rejected("quota_exceeded"));
    await setQuotas(DB, "acme", {});
  });

  test("is made beyond the quota if it stores little, so that large ones can't use up the reserve", async () => {
    const { DB } = service.env;
    const { id } = await created(linkBody(undefined, { name: "A" }));
    await setQuotas(DB, "acme", { storedBytes: 0 });
    const metadata = (length: number) => ({ metadata: { text: "x".repeat(length) } });
    expect((await changed(id, metadata(6_000))).metadata).toEqual(metadata(6_000).metadata);
    // The link and its history store it.
    await expect(change(id, metadata(10_000))).rejects.toThrow(rejected("quota_exceeded"));
    await setQuotas(DB, "acme", {});
    expect((await changed(id, metadata(10_000))).metadata).toEqual(metadata(10_000).metadata);
  });

  test("with a key is made once, and a different change with the same key is rejected", async () => {
    const { id } = await created();
    const write = async (name: string) => ({
      ...(await idempotencyRequest("acme", "PATCH", id, "key", { name })),
      receipt: ({ link }: ChangedLink) => `${link.name} ${link.version}`,
    });
    const once = await write("A");
    expect((await change(id, { name: "A" }, { idempotency: once })).kind).toBe("made");
    await changed(id, { name: "B" });
    // Also where the revision is another one by now.
    expect(await change(id, { name: "A" }, { idempotency: once, expected: [1] })).toEqual({
      kind: "replayed",
      receipt: "A 2",
    });
    await expect(change(id, { name: "C" }, { idempotency: await write("C") })).rejects.toThrow(
      rejected("idempotency_conflict"),
    );
    expect((await withWork((used) => used.links.find(id)))?.name).toBe("B");
  });
});

describe("the slug of a link", () => {
  test("can't be used or former of another link, but can be reused by the same link", async () => {
    const first = await created(linkBody(undefined, { slug: "first" }));
    const other = await created();
    await changed(first.id, { slug: "second" });
    for (const slug of ["first", "second"])
      await expect(change(other.id, { slug })).rejects.toThrow(rejected("duplicate_slug"));
    const again = await changed(first.id, { slug: "first" });
    expect([again.slug, again.slugs]).toEqual(["first", ["first", "second"]]);
    expect((await changed(first.id, { slug: null })).slugs).toEqual(["first", "second"]);
  });

  test("is limited to ten per link over time", async () => {
    const { id } = await created();
    for (let count = 1; count <= 10; count++) await changed(id, { slug: `ten-${count}` });
    await expect(change(id, { slug: "ten-11" })).rejects.toThrow(
      expect.objectContaining({
        code: "validation_failed",
        details: [{ field: "slug", message: expect.stringMatching(/ at most 10 slugs/) }],
      }),
    );
    expect((await changed(id, { slug: "ten-1" })).slug).toBe("ten-1");
  });
});

describe("the offers of a choice link", () => {
  const leadingOf = (link: Awaited<ReturnType<typeof created>>) =>
    Object.fromEntries(
      link.offerDestinations?.map(({ key, destination, since }) => [key, [destination, since]]) ?? [],
    );
  const choice = () =>
    created(choiceBody({ offers: OFFERS.map((offer, index) => ({ ...offer, key: `o${index}` })) }));

  test("keep their destination and start, and keys of removed offers are remembered", async () => {
    const before = await choice();
    const [, second, third, own] = before.offers ?? [];
    const moved = { ...own, customUrl: "https://own.example/other" };
    const after = await changed(before.id, { offers: [moved, second, { ...third, label: "Shop" }] });
    const was = leadingOf(before);
    expect(after.removedKeys).toEqual(["o0"]);
    expect(leadingOf(after)).toEqual({
      o1: was.o1,
      o2: was.o2,
      o3: ["https://own.example/other", AT.toISOString()],
    });
    const back = await changed(before.id, { offers: before.offers ?? [] });
    expect(back.removedKeys ?? []).toEqual([]);
    expect(leadingOf(back)).toEqual({
      ...was,
      o0: [was.o0?.[0], AT.toISOString()],
      o3: [was.o3?.[0], AT.toISOString()],
    });
  });

  test("are limited to 100 keys over time", async () => {
    const { id } = await choice();
    const offers = (turn: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...OFFERS[2], key: `t${turn}-${index}` }));
    // Four keys, and eight times twelve.
    for (let turn = 1; turn <= 8; turn++) await changed(id, { offers: offers(turn, 12) });
    await expect(change(id, { offers: offers(9, 2) })).rejects.toThrow(
      expect.objectContaining({
        code: "validation_failed",
        details: [{ field: "offers", message: expect.stringMatching(/limit of 100 keys/) }],
      }),
    );
    expect((await changed(id, { offers: offers(1, 12) })).removedKeys).toHaveLength(88);
  });
});
