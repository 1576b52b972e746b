import { describe, expect, test } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { type ChangedLink, type ChangeLinkInput, changeLink } from "../../src/features/links/change-link.ts";
import { createLink } from "../../src/features/links/create-link.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { bytesDemand, quotaUses, RESERVED_BYTES } from "../../src/features/writes/quota-check.ts";
import type { Origins } from "../../src/ground/core/origins.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import type { Wiring } from "../../src/wiring.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { useService } from "../use-service.ts";
import { setQuotas } from "../writes/quotas.ts";

const service = await useService({}, "acme");
await service.issueKey();
const owner = memberOf("owner");
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const AT = new Date("2026-11-21T12:00:00.000Z");
const rejected = (code: string) => expect.objectContaining({ code });

/** The verb with what it stands on, and the work after its answer done. */
async function withWork<T>(call: (dependencies: Wiring & { origins: Origins }) => Promise<T>): Promise<T> {
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

describe("a change of a link", () => {
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
