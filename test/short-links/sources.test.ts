import { expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { redirectSources } from "../../src/features/short-links/look-up.ts";
import { NearestInstance } from "../../src/features/short-links/nearest-instance.ts";
import { log } from "../../src/ground/platform/log.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";
import { otherVisits } from "./redirects.ts";

const service = await useService({}, "acme");
await service.issueKey();

test("KV's missing copy of a link is written once in 30 s, for any number of misses", async () => {
  const { DB, LINKS } = service.env;
  const [{ shortId, id }, other] = [await storedLink(DB), await storedLink(DB)];
  const work: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  /** The sources of each request in one isolate. */
  const repair = (missed: string, now: number) =>
    redirectSources(
      { kv: LINKS, db: DB, variables: {}, waitUntil, log, otherVisits },
      new NearestInstance(),
    ).repair(missed, now);
  for (const now of [0, 1, 29_999]) repair(shortId, now);
  expect(work).toHaveLength(1);
  repair(other.shortId, 29_999);
  expect(work).toHaveLength(2);
  repair(shortId, 30_000);
  expect(work).toHaveLength(3);
  await Promise.all(work);
  expect(await LINKS.get<RedirectEntry>(redirectKey(shortId), "json")).toMatchObject({
    linkId: id,
    version: 1,
  });
});

test("a data center caches KV's entry for 30 s at most", async () => {
  const asked: unknown[] = [];
  const kv = new Proxy(service.env.LINKS, {
    get(target, name) {
      if (name !== "get") return Reflect.get(target, name);
      return async (...question: unknown[]) => {
        asked.push(question);
        return null;
      };
    },
  });
  const sources = redirectSources(
    { kv, db: service.env.DB, variables: {}, waitUntil: () => {}, log, otherVisits },
    new NearestInstance(),
  );
  expect(await sources.published("abcd2345")).toBeNull();
  expect(asked).toEqual([[redirectKey("abcd2345"), { type: "text", cacheTtl: 30 }]]);
});
