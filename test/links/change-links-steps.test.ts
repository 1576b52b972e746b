import { describe, expect, test, vi } from "vitest";
import { changeLink } from "../../src/features/links/change-link.ts";
import { changeLinks, type LinkEdit } from "../../src/features/links/change-links.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { type LinksChange, patchFor } from "../../src/features/links/links-change.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const { waitUntil, settled } = gatherWork();
const logged: unknown[][] = [];
const used = {
  ...openDependencies(service.env, waitUntil),
  origins,
  log: (...line: unknown[]) => void logged.push(line),
};
const owner = memberOf("owner");
const off: LinksChange = { status: "inactive" };

let requests = 0;
const write = async (linkId: string) => ({
  ...(await idempotencyRequest("acme", "POST", `/steps#${linkId}`, `steps-${++requests}`, [])),
  receipt: () => linkId,
});
const change = (
  linkIds: readonly string[],
  wanted: LinksChange,
  { writeOf = write, links = used.links }: { writeOf?: typeof write; links?: typeof used.links } = {},
) => {
  const editOf = (linkId: string): LinkEdit => ({
    linkId,
    patch: (link) => patchFor(link, wanted),
    expected: null,
  });
  return changeLinks(owner, { edits: linkIds.map(editOf), writeOf }, { ...used, links });
};

describe("links that can't be changed", () => {
  test("five consecutive database failures end the request, and the rest is not tried", async () => {
    const ids = Array.from({ length: 11 }, (_, number) => `lnk_${number}`);
    const tried: string[] = [];
    const writeOf = async (linkId: string) => {
      tried.push(linkId);
      throw serviceUnavailable(new Error("down"));
    };
    const outcomes = await change(ids, off, { writeOf });
    expect(outcomes).toEqual(ids.map((linkId) => ({ linkId, error: "service_unavailable" })));
    expect(tried).toEqual(ids.slice(0, 5));
  });

  test("five failures after a success end the request as well", async () => {
    const { id } = await storedLink(DB);
    const ids = [id, ...Array.from({ length: 14 }, (_, number) => `lnk_${number}`)];
    const tried: string[] = [];
    const writeOf = async (linkId: string) => {
      tried.push(linkId);
      if (linkId !== id) throw serviceUnavailable(new Error("down"));
      return write(linkId);
    };
    const outcomes = await change(ids, off, { writeOf });
    expect(outcomes.map(({ error }) => error)).toEqual([undefined, ...Array(14).fill("service_unavailable")]);
    // Five are tried at a time: after the first of these, only four in a row had no answer.
    expect(tried).toEqual(ids.slice(0, 10));
  });

  test("due to our bug are logged with their cause, and do not affect other links", async () => {
    const [bad, accepted] = [await storedLink(DB), await storedLink(DB)];
    const cause = new TypeError("a fault");
    const writeOf = async (linkId: string) => {
      if (linkId === bad.id) throw cause;
      return write(linkId);
    };
    logged.length = 0;
    expect(await change([bad.id, accepted.id], off, { writeOf })).toEqual([
      { linkId: bad.id, error: "internal_error" },
      { linkId: accepted.id, isChanged: true },
    ]);
    expect(logged).toEqual([["error", "change links", { linkId: bad.id, cause }]]);
    await change(["lnk_none"], off);
    expect(logged).toHaveLength(1);
  });
});

const store = linkStore(DB);
/** The store of links, in which somebody else changes a link right after each time that it is read. */
function changing(times: number) {
  const seen = { reads: 0 };
  const findWithDefaultQrCode: typeof store.findWithDefaultQrCode = async (id) => {
    const found = await store.findWithDefaultQrCode(id);
    if (seen.reads++ < times)
      await DB.prepare("UPDATE links SET revision = revision + 1 WHERE id = ?1").bind(id).run();
    return found;
  };
  return { seen, links: { ...store, findWithDefaultQrCode } };
}

test("a change is attempted ten times during concurrent changes, with random delays", async () => {
  // A wait of no time, but one for which a random number is asked.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  try {
    const { id } = await storedLink(DB);
    const attempts = async (times: number) => {
      const { seen, links } = changing(times);
      random.mockClear();
      const input = { linkId: id, patch: { name: `After ${times}` }, expected: null, idempotency: null };
      const outcome = await changeLink(owner, input, { ...used, links }).catch((error) => error);
      return [outcome.kind ?? outcome.code, seen.reads, random.mock.calls.length];
    };
    expect(await attempts(0)).toEqual(["made", 1, 0]);
    expect(await attempts(9)).toEqual(["made", 10, 9]);
    expect(await attempts(10)).toEqual(["service_unavailable", 10, 9]);
  } finally {
    random.mockRestore();
  }
});

describe("a tag", () => {
  const tagsOf = async (id: string) => (await store.find(id))?.tracking?.tags;

  test("is set on the current link, in at most ten attempts", async () => {
    const { id } = await storedLink(DB, { tracking: { tags: ["sale"] } });
    const add = { addTags: ["new"] } as const;
    const lost = changing(Number.POSITIVE_INFINITY);
    expect(await change([id], add, { links: lost.links })).toEqual([
      { linkId: id, error: "service_unavailable" },
    ]);
    expect([lost.seen.reads, await tagsOf(id)]).toEqual([10, ["sale"]]);
    const late = changing(9);
    expect(await change([id], add, { links: late.links })).toEqual([{ linkId: id, isChanged: true }]);
    expect([late.seen.reads, await tagsOf(id)]).toEqual([10, ["sale", "new"]]);
  });

  test("that is invalid is rejected immediately", async () => {
    const { id } = await storedLink(DB);
    const { seen, links } = changing(0);
    const outcome = await change([id], { addTags: ["x".repeat(1_000)] }, { links });
    expect(outcome).toEqual([{ linkId: id, error: "validation_failed" }]);
    expect(seen.reads).toBe(1);
  });

  test("that a link does not have is removed without a change", async () => {
    const links = [await storedLink(DB), await storedLink(DB, { tracking: { tags: ["sale"] } })];
    const ids = links.map(({ id }) => id);
    expect(await change(ids, { removeTags: ["none"] })).toEqual(
      ids.map((linkId) => ({ linkId, isChanged: false })),
    );
    for (const link of links) expect(await store.find(link.id)).toEqual(link);
  });
});

test("a change whose key another request claims concurrently is not made twice", async () => {
  const { id } = await storedLink(DB);
  const idempotency = await write(id);
  const input = { linkId: id, patch: { name: "A" }, expected: null, idempotency };
  expect((await changeLink(owner, input, used)).kind).toBe("made");
  await settled();
  // Where the database has no answer, the one that was kept elsewhere is found.
  expect((await used.claims.recall(idempotency, new Date()))?.receipt).toBe(id);
  const claims = { ...used.claims, find: () => Promise.resolve(null) };
  const again = { ...input, patch: { name: "B" } };
  expect(await changeLink(owner, again, { ...used, claims })).toEqual({ kind: "replayed", receipt: id });
  expect((await linkStore(DB).find(id))?.name).toBe("A");
  const plain = { ...input, patch: { name: "C" }, idempotency: null };
  expect((await changeLink(owner, plain, used)).kind).toBe("made");
});

test("a rejected slug is named in the error", async () => {
  const taken = await storedLink(DB, { slug: "soups" });
  const { id } = await storedLink(DB);
  const input = { linkId: id, patch: { slug: "soups" }, expected: null, idempotency: null };
  await expect(changeLink(owner, input, used)).rejects.toMatchObject({
    code: "duplicate_slug",
    details: [{ field: "slug", message: "soups is taken: choose another slug" }],
  });
  expect(taken.slug).toBe("soups");
});
